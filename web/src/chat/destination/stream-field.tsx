import { type RefObject, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { ComboField } from '../completion/combo-field.tsx'
import { findStreams } from '../completion/find-streams.ts'
import type { Suggestion } from '../completion/suggestion.ts'
import { useChat } from '../state/workspace.ts'

const MOST = 10

interface StreamFieldProps {
  input: RefObject<HTMLInputElement | null>
  streamId: number | undefined
  onChoose: (streamId: number) => void
  /** A stream was chosen: on to the next field. */
  onDone: () => void
}

export function StreamField({ input, streamId, onChoose, onDone }: StreamFieldProps) {
  const streams = useChat((state) => state.streams)
  const subscriptions = useChat((state) => state.subscriptions)
  /** undefined: it shows the chosen one */
  const [typed, setTyped] = useState<string>()
  const isChosen = useRef(false)
  const chosen = streamId === undefined ? '' : (streams.get(streamId)?.name ?? '')
  const found = findStreams({ streams, subscriptions }, typed ?? '', MOST)
  const items = found.map(
    ({ stream_id, name, invite_only }): Suggestion => ({
      key: String(stream_id),
      label: name,
      picture: { kind: invite_only ? 'private-stream' : 'stream' },
    }),
  )
  return (
    <ComboField
      label={t.compose.stream}
      placeholder={t.compose.chooseStream}
      input={input}
      value={typed ?? chosen}
      onWrite={(text) => {
        isChosen.current = false
        setTyped(text)
      }}
      suggestions={items}
      onChoose={({ key }) => {
        isChosen.current = true
        setTyped(undefined)
        onChoose(Number(key))
        onDone()
      }}
      onFocus={(event) => event.target.select()}
      // A name that is typed in full counts as chosen; anything else was a try.
      onBlur={() => {
        const exact = found.find(({ name }) => name.toLowerCase() === typed?.trim().toLowerCase())
        if (exact && !isChosen.current) onChoose(exact.stream_id)
        setTyped(undefined)
      }}
    />
  )
}

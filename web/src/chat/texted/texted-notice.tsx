import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { showNumber } from '../../ui/show-number.ts'
import { chatKeys } from '../state/chat-keys.ts'
import type { Destination } from '../state/destination.ts'
import { useChat } from '../state/workspace.ts'
import styles from './texted-notice.module.css'

/** Says who gets what is written as a text, in a stream with a texting number. */
export function TextedNotice({ destination }: { destination: Destination }) {
  const streamId = destination.kind === 'stream' ? destination.streamId : undefined
  const topic = destination.kind === 'stream' ? destination.topic.trim() : ''
  const number = useNumberOfStream(streamId)
  const isKnown = number !== undefined && streamId !== undefined && topic !== ''
  const { data } = useQuery({
    queryKey: chatKeys.texted(streamId, topic),
    queryFn: ({ signal }) =>
      callChat('GET /workspace/numbers/{stream_id}/recipients', { stream_id: streamId!, topic }, { signal }),
    enabled: isKnown,
  })
  if (number === undefined) return null
  const people = data?.recipients.map((one) => [one.name, showNumber(one.number)].filter(Boolean).join(' '))
  const text =
    isKnown && people && people.length > 0
      ? t.compose.texted(people, showNumber(number))
      : isKnown && !people
        ? t.compose.textedSoon(showNumber(number))
        : t.compose.textedNobody(showNumber(number))
  return (
    <p className={styles.notice} role="status">
      <Smartphone aria-hidden="true" /> <span>{text}</span>
    </p>
  )
}

/** Which streams have a texting number. Guests do not ask. */
export function useTiedNumbers() {
  const isGuest = useChat((state) => state.me.isGuest)
  return useQuery({
    queryKey: chatKeys.numbers,
    queryFn: async ({ signal }) => (await callChat('GET /workspace/numbers', {}, { signal })).numbers,
    enabled: !isGuest,
  })
}

/** undefined: none, or not known yet. */
export function useNumberOfStream(streamId: number | undefined): string | undefined {
  const { data } = useTiedNumbers()
  return data?.find((tied) => tied.stream_id === streamId)?.number
}

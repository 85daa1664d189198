import type { ChatState, KnownStream } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { o } from '../../texts/organization-texts.ts'
import { SelectField } from '../../ui/field.tsx'

/** One of the streams that the user can read, or none (-1). */
export function StreamSelect({
  label,
  hint,
  none = o.settings.noStream,
  value,
  onChange,
}: {
  label: string
  hint?: string
  /** the word for none */
  none?: string
  value: number
  onChange: (streamId: number) => void
}) {
  const streams = useChat(openStreams)
  const known = useChat((state) => state.streams)
  const isOther = value !== -1 && !streams.some((stream) => stream.stream_id === value)
  return (
    <SelectField
      label={label}
      {...(hint && { hint })}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      <option value={-1}>{none}</option>
      {isOther && <option value={value}>{known.get(value)?.name ?? value}</option>}
      {streams.map(({ stream_id, name }) => (
        <option key={stream_id} value={stream_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The streams whose messages the user may read, by name. Administrators know of others, too. */
export function openStreams({ streams, subscriptions }: ChatState): KnownStream[] {
  return [...streams.values()]
    .filter((stream) => !stream.invite_only || subscriptions.has(stream.stream_id))
    .sort((one, other) => one.name.localeCompare(other.name))
}

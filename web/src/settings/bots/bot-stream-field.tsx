import { useChat } from '../../chat/state/workspace.ts'
import { sortStreams } from '../../chat/streams/sort-streams.ts'
import { t } from '../../texts/texts.ts'
import { SelectField } from '../../ui/field.tsx'

interface BotStreamFieldProps {
  label: string
  hint: string
  /** a name; empty: none */
  value: string
  onChange: (name: string) => void
}

export function BotStreamField({ label, hint, value, onChange }: BotStreamFieldProps) {
  // A bot cannot use private streams that the user is not subscribed to.
  const streams = useChat((state) =>
    [...state.streams.values()].filter(
      (stream) => !stream.invite_only || state.subscriptions.has(stream.stream_id),
    ),
  )
  const isGone = value !== '' && !streams.some((stream) => stream.name === value)
  return (
    <SelectField label={label} hint={hint} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t.bots.noStream}</option>
      {isGone && <option value={value}>{value}</option>}
      {sortStreams(streams).map(({ stream_id, name }) => (
        <option key={stream_id} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

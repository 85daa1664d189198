import { t } from '../../texts/texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'

interface BotServiceFieldsProps {
  url: string
  interfaceType: number
  onUrl: (url: string) => void
  onInterface: (interfaceType: number) => void
}

/** Of an outgoing webhook: where messages for the bot are posted to, and how. */
export function BotServiceFields({ url, interfaceType, onUrl, onInterface }: BotServiceFieldsProps) {
  return (
    <>
      <TextField
        label={t.bots.payloadUrl}
        hint={t.bots.payloadUrlHint}
        required
        inputMode="url"
        placeholder="https://"
        value={url}
        onChange={(event) => onUrl(event.target.value)}
      />
      <SelectField
        label={t.bots.interface}
        value={interfaceType}
        onChange={(event) => onInterface(Number(event.target.value))}
      >
        <option value={1}>{t.bots.json}</option>
        <option value={2}>{t.bots.slack}</option>
      </SelectField>
    </>
  )
}

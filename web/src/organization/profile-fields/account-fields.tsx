import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { FieldDraft } from './field-draft.ts'

/** Where an external account is: at a service that the server knows, or at any address. */
export function AccountFields({
  draft,
  onChange,
}: {
  draft: FieldDraft
  onChange: (change: Partial<FieldDraft>) => void
}) {
  const known = useChat((state) => state.realm.default_external_accounts)
  const texts = t.organization.fields
  function choose(service: string) {
    const name = known[service]?.name
    onChange({ service, ...(draft.name === '' && name && { name }) })
  }
  return (
    <>
      <SelectField
        label={texts.service}
        value={draft.service}
        onChange={(event) => choose(event.target.value)}
      >
        {Object.entries(known).map(([service, { name }]) => (
          <option key={service} value={service}>
            {name}
          </option>
        ))}
        <option value="custom">{texts.otherService}</option>
      </SelectField>
      {draft.service === 'custom' && (
        <TextField
          label={texts.pattern}
          hint={texts.patternHint}
          placeholder="https://example.com/%(username)s"
          value={draft.pattern}
          onChange={(event) => onChange({ pattern: event.target.value })}
        />
      )}
    </>
  )
}

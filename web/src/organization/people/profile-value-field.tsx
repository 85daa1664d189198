import type { CustomProfileField } from '../../../../packages/client/src/generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { PeopleChoice } from '../groups/people-choice.tsx'
import { fieldTypeOf, readChoices } from '../profile-fields/field-types.ts'

interface ProfileValueFieldProps {
  field: CustomProfileField
  /** as it is stored */
  value: string
  onChange: (value: string) => void
}

/** Fills in one field of a profile, by its type. */
export function ProfileValueField({ field, value, onChange }: ProfileValueFieldProps) {
  const about = { label: field.name, ...(field.hint && { hint: field.hint }) }
  const type = fieldTypeOf(field.type)
  if (type === 'longText') {
    return <TextArea {...about} value={value} onChange={(event) => onChange(event.target.value)} />
  }
  if (type === 'choice') {
    return (
      <SelectField {...about} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t.organization.people.nothing}</option>
        {readChoices(field.field_data).map(({ key, text }) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </SelectField>
    )
  }
  if (type === 'people') {
    return (
      <PeopleChoice
        legend={field.name}
        chosen={value === '' ? [] : (JSON.parse(value) as number[])}
        onChange={(ids) => onChange(JSON.stringify(ids))}
      />
    )
  }
  return (
    <TextField
      {...about}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'link' ? 'url' : 'text'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

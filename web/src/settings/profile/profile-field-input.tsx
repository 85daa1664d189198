import type { CustomProfileField } from '@switchboard/client/chat'
import { PeopleChoice } from '../../chat/streams/people-choice.tsx'
import { t } from '../../texts/texts.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { usePeople } from './use-people.ts'

interface ProfileFieldInputProps {
  field: CustomProfileField
  /** As it is stored: people are the JSON of a list of ids. Empty: nothing. */
  value: string
  error: string | undefined
  /** only administrators change it */
  isFixed: boolean
  onChange: (value: string) => void
}

/** What people read next to the field: why they cannot change it, that they should fill it in, or its own hint. */
function hintOf({ field, value, isFixed }: ProfileFieldInputProps, otherwise?: string): string | undefined {
  if (isFixed) return t.settings.fields.fixed
  const hint = field.hint || otherwise
  if (!field.required || value !== '') return hint
  return hint ? `${t.settings.fields.required} ${hint}` : t.settings.fields.required
}

/** The control for the type of a profile field. */
export function ProfileFieldInput(props: ProfileFieldInputProps) {
  const { field, value, error, onChange } = props
  const given = { label: field.name, hint: hintOf(props), error, value }
  switch (field.type) {
    case LONG_TEXT_FIELD:
      return <TextArea {...given} maxLength={500} onChange={(event) => onChange(event.target.value)} />
    case CHOICE_FIELD:
      return <ChoiceInput {...props} />
    case DATE_FIELD:
      return <TextField {...given} type="date" onChange={(event) => onChange(event.target.value)} />
    case LINK_FIELD:
      return (
        <TextField
          {...given}
          type="text"
          inputMode="url"
          placeholder="https://"
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case PERSON_FIELD:
      return <PeopleInput {...props} />
    case ACCOUNT_FIELD:
      return (
        <TextField
          {...given}
          hint={hintOf(props, t.settings.fields.accountHint)}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case PRONOUNS_FIELD:
      return (
        <TextField
          {...given}
          hint={hintOf(props, t.settings.fields.pronounsHint)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    default:
      return <TextField {...given} onChange={(event) => onChange(event.target.value)} />
  }
}

function ChoiceInput(props: ProfileFieldInputProps) {
  const { field, value, error, onChange } = props
  const choices = JSON.parse(field.field_data || '{}') as Record<string, { text: string; order: string }>
  const inOrder = Object.entries(choices).sort(
    ([, one], [, other]) => Number(one.order) - Number(other.order),
  )
  return (
    <SelectField
      label={field.name}
      hint={hintOf(props)}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t.settings.fields.none}</option>
      {inOrder.map(([key, { text }]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

function PeopleInput(props: ProfileFieldInputProps) {
  const { field, value, error, onChange } = props
  const people = usePeople()
  const chosen = value === '' ? [] : (JSON.parse(value) as number[])
  return (
    <PeopleChoice
      label={field.name}
      hint={hintOf(props)}
      error={error}
      people={people}
      chosen={chosen}
      onChange={(next) => onChange(next.length === 0 ? '' : JSON.stringify(next))}
    />
  )
}

/** As the server numbers what a profile field can hold. */
const LONG_TEXT_FIELD = 2
const CHOICE_FIELD = 3
const DATE_FIELD = 4
const LINK_FIELD = 5
export const PERSON_FIELD = 6
const ACCOUNT_FIELD = 7
const PRONOUNS_FIELD = 8

import { p } from '../../texts/portal-texts.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import type { FormField } from './extension-fields.ts'
import { SecretField } from './secret-field.tsx'
import type { ExtensionForm } from './use-extension-form.ts'

/** The control of a field, by its declaration. */
export function ExtensionField({
  field: { name, pointer, kind, options = ['true', 'false'] },
  form,
}: {
  field: FormField
  form: ExtensionForm
}) {
  const value = form.draft[pointer] ?? ''
  const common = {
    label: p.extensions.fields[name],
    hint: p.extensions.hints[name],
    error: form.faults.get(pointer),
    value,
  }
  const onChange = (event: { target: { value: string } }) => form.set(pointer, event.target.value)
  if (kind === 'secret')
    return (
      <SecretField
        {...common}
        hint={form.isNew ? `${common.hint ?? ''} ${p.extensions.generatedHint}` : common.hint}
        onChange={(next) => form.set(pointer, next)}
      />
    )
  if (kind === 'area') return <TextArea {...common} rows={2} onChange={onChange} />
  if (kind === 'choice' || kind === 'switch')
    return (
      <SelectField {...common} onChange={onChange}>
        {(form.isNew || !options.includes(value)) && (
          <option value={options.includes(value) ? '' : value}>
            {form.isNew ? p.extensions.useDefault : value}
          </option>
        )}
        {options.map((option) => (
          <option key={option} value={option}>
            {p.extensions.options[option] ?? option}
          </option>
        ))}
      </SelectField>
    )
  const isNumeric = kind === 'digits' || kind === 'number'
  return (
    <TextField
      {...common}
      required={name === 'name'}
      autoComplete="off"
      spellCheck={false}
      {...(isNumeric && { inputMode: 'numeric' as const })}
      onChange={onChange}
    />
  )
}

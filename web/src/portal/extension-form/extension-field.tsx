import { p } from '../../texts/portal-texts.ts'
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import type { FormField } from './extension-fields.ts'
import { FlagsField } from './flags-field.tsx'
import { SecretField } from './secret-field.tsx'
import type { ExtensionForm } from './use-extension-form.ts'

/** The control of a field, by its declaration. */
export function ExtensionField({
  field: { name, pointer, kind, unit, options = [] },
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
  const set = (next: string) => form.set(pointer, next)
  const onChange = (event: { target: { value: string } }) => set(event.target.value)
  if (kind === 'secret')
    return (
      <SecretField
        {...common}
        hint={form.isNew ? `${common.hint ?? ''} ${p.extensions.generatedHint}` : common.hint}
        onChange={set}
      />
    )
  if (kind === 'area') return <TextArea {...common} rows={2} onChange={onChange} />
  if (kind === 'toggle') {
    const [on = '', off = ''] = options
    return (
      <SwitchField
        label={common.label}
        hint={common.hint}
        checked={value === on}
        onChange={(event) => set(event.target.checked ? on : off)}
      />
    )
  }
  if (kind === 'flags')
    return <FlagsField legend={common.label} value={value} names={options} onChange={set} />
  if (kind === 'choice')
    return (
      <SelectField {...common} onChange={onChange}>
        {/* A value from elsewhere stays until another one is chosen. */}
        {[...(options.includes(value) ? [] : [value]), ...options].map((option) => (
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
      unit={unit && p.extensions.units[unit]}
      onChange={onChange}
    />
  )
}

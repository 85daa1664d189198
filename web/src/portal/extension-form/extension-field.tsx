import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isMissing } from '../../api/server-mode.ts'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import { numberIn } from '../numbers/known-extension.ts'
import { NumberList, NumberPicker } from '../numbers/number-picker.tsx'
import type { FormField } from './extension-fields.ts'
import styles from './extension-form.module.css'
import type { ExtensionForm } from './use-extension-form.ts'

/** The control of a field, by its declaration. */
export function ExtensionField({ field, form }: { field: FormField; form: ExtensionForm }) {
  const { name, pointer, kind, unit, options } = field
  const value = form.draft[pointer] ?? ''
  const common = {
    label: p.extensions.fields[name],
    hint: [hintOf(name), limitOf(field)].filter(Boolean).join(' ') || undefined,
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
  if (kind === 'destination')
    return (
      <NumberPicker
        {...common}
        instanceUuid={form.instanceUuid}
        value={numberIn(value)}
        none={p.extensions.noDestination}
        onChange={set}
      />
    )
  if (kind === 'numbers')
    return (
      <NumberList
        {...common}
        instanceUuid={form.instanceUuid}
        // `#` marks numbers outside in lists of other systems.
        value={value.split('-').flatMap((number) => number.replace(/#$/, '') || [])}
        hasOutside
        onChange={(numbers) => set(numbers.join('-'))}
      />
    )
  if (kind === 'mailbox')
    return (
      <NumberPicker
        {...common}
        instanceUuid={form.instanceUuid}
        value={/^(\d+)@device$/.exec(value)?.[1] ?? value}
        none={form.isNew ? p.extensions.ownMailbox : p.extensions.noMailbox}
        extensionsOnly
        onChange={(number) => set(number === '' ? '' : `${number}@device`)}
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
    return (
      <FlagsField legend={common.label} hint={common.hint} value={value} names={options} onChange={set} />
    )
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

/** Settings of mails are kept, but do nothing on a server that sends none. */
const mailed = new Set<string>(['voicemail_email', 'voicemail_pager', 'voicemail_options'])

const hintOf = (name: FormField['name']) =>
  mailed.has(name) && isMissing('mail') ? p.extensions.noMail : p.extensions.hints[name]

const limitOf = ({ minLength = 0, maxLength, maximum }: FormField) =>
  maximum !== undefined
    ? p.extensions.upTo(maximum)
    : minLength > 1 && p.extensions.length(minLength, maxLength)

interface FlagsFieldProps {
  legend: string
  hint: string | undefined
  /** `attach=yes|delete=no` */
  value: string
  names: readonly string[]
  onChange: (value: string) => void
}

/** Several switches that are stored as one text. Parts of it that have no switch stay as they are. */
function FlagsField({ legend, hint, value, names, onChange }: FlagsFieldProps) {
  const parts = value.split('|').filter(Boolean)
  const isOn = (name: string) => parts.includes(`${name}=yes`)
  function set(name: string, on: boolean) {
    const next = `${name}=${on ? 'yes' : 'no'}`
    const known = parts.some((part) => part.startsWith(`${name}=`))
    const changed = parts.map((part) => (part.startsWith(`${name}=`) ? next : part))
    onChange([...changed, ...(known ? [] : [next])].join('|'))
  }
  return (
    <fieldset className={styles.flags}>
      <legend>{legend}</legend>
      {hint && <p>{hint}</p>}
      {names.map((name) => (
        <SwitchField
          key={name}
          label={p.extensions.flags[name] ?? name}
          checked={isOn(name)}
          onChange={(event) => set(name, event.target.checked)}
        />
      ))}
    </fieldset>
  )
}

/** A password that can be revealed and copied. */
function SecretField({
  label,
  hint,
  error,
  value,
  onChange,
}: {
  label: string
  hint: ReactNode
  error: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.secret}>
      <TextField
        label={label}
        hint={hint}
        error={error}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.secretActions}>
        <IconButton
          label={shown ? p.extensions.hideSecret(label) : p.extensions.showSecret(label)}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
        {value !== '' && <CopyButton text={value} />}
      </div>
    </div>
  )
}

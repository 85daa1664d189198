import { Fragment, type ReactNode, useId } from 'react'
import { CheckField, SelectField, SwitchField, TextArea, TextField } from '../ui/field.tsx'
import { FieldGrid } from '../ui/section-page.tsx'
import styles from './draft-form.module.css'
import { readNumber, readWords, useDraftField } from './use-draft.ts'

interface Labelled {
  /** Where in the object: `/address/city`. */
  at: string
  label: string
  hint?: ReactNode
}

interface TextSpec extends Labelled {
  kind?: 'text' | 'list' | 'number' | undefined
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'password'
  inputMode?: 'numeric' | 'decimal' | 'email' | 'url'
  required?: boolean
  readOnly?: boolean
  autoComplete?: string
  maxLength?: number
  placeholder?: string
  spellCheck?: boolean
  unit?: string
  /** Spaces around it mean nothing. */
  trim?: boolean
}

interface AreaSpec extends Labelled {
  kind: 'area'
  required?: boolean
  rows?: number
  maxLength?: number
}

export interface Option {
  /** null: none */
  value: string | number | null
  text: string
}

interface SelectSpec extends Labelled {
  kind: 'select'
  options: readonly Option[]
  disabled?: boolean
}

interface CheckSpec extends Labelled {
  kind: 'switch' | 'check'
  /** The server stores the opposite. */
  inverted?: boolean | undefined
}

interface SeveralSpec extends Labelled {
  kind: 'several'
  /** The list has the order of the options. */
  options: readonly { value: string; text: ReactNode; hint?: ReactNode }[]
}

/** A field of a form, as a section declares it. */
export type FieldSpec =
  | TextSpec
  | AreaSpec
  | SelectSpec
  | SeveralSpec
  | CheckSpec
  /** Beside each other where there is room. */
  | { kind: 'row'; fields: readonly FieldSpec[] }
  | { kind: 'other'; key: string; render: () => ReactNode }

/** The fields of a form, in the order of their declarations. */
export function DraftFields({ fields }: { fields: readonly FieldSpec[] }) {
  return fields.map((field) => {
    if (field.kind === 'row')
      return (
        <FieldGrid key={field.fields.map((one) => ('at' in one ? one.at : '')).join()}>
          <DraftFields fields={field.fields} />
        </FieldGrid>
      )
    if (field.kind === 'other') return <Fragment key={field.key}>{field.render()}</Fragment>
    return <DraftField key={field.at} {...field} />
  })
}

function DraftField(field: Exclude<FieldSpec, { kind: 'row' } | { kind: 'other' }>) {
  switch (field.kind) {
    case 'area':
      return <DraftArea {...field} />
    case 'select':
      return <DraftSelect {...field} />
    case 'several':
      return <DraftSeveral {...field} />
    case 'switch':
    case 'check':
      return <DraftCheck {...field} />
    default:
      return <DraftText {...field} />
  }
}

const readers = { text: undefined, number: readNumber, list: readWords }

const readTrimmed = (typed: string) => typed.trim()

function DraftText({ at, kind = 'text', readOnly, trim, ...rest }: TextSpec) {
  const draft = useDraftField(at, trim ? readTrimmed : readers[kind])
  return (
    <TextField
      autoComplete="off"
      {...(kind === 'number' && { inputMode: 'numeric' })}
      {...rest}
      value={draft.text(at)}
      readOnly={readOnly || draft.readOnly}
      error={draft.faultAt(at)}
      // A day may be missing, but is never an empty text.
      onChange={({ target: { value } }) => draft.set(at, rest.type === 'date' ? value || null : value)}
    />
  )
}

function DraftArea({ at, kind: _, ...rest }: AreaSpec) {
  const draft = useDraftField(at)
  return (
    <TextArea
      {...rest}
      value={draft.text(at)}
      readOnly={draft.readOnly}
      error={draft.faultAt(at)}
      onChange={(event) => draft.set(at, event.target.value)}
    />
  )
}

function DraftCheck({ at, kind, inverted = false, ...rest }: CheckSpec) {
  const draft = useDraftField(at)
  const Box = kind === 'switch' ? SwitchField : CheckField
  return (
    <Box
      {...rest}
      checked={(draft.value(at) === true) !== inverted}
      disabled={draft.readOnly}
      onChange={(event) => draft.set(at, event.target.checked !== inverted)}
    />
  )
}

function DraftSelect({ at, kind: _, options, disabled, ...rest }: SelectSpec) {
  const draft = useDraftField(at)
  const stored = draft.text(at)
  const find = (typed: string) => options.find(({ value }) => String(value ?? '') === typed)
  function choose(typed: string) {
    const option = find(typed)
    draft.set(at, option ? option.value : typed)
  }
  return (
    <SelectField
      {...rest}
      value={stored}
      disabled={disabled || draft.readOnly}
      error={draft.faultAt(at)}
      onChange={(event) => choose(event.target.value)}
    >
      {/* It may be one that is not offered any more. */}
      {!find(stored) && <option value={stored}>{stored}</option>}
      {options.map(({ value, text }) => (
        <option key={value} value={value ?? ''}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

function DraftSeveral({ at, label, hint, options }: SeveralSpec) {
  const draft = useDraftField(at)
  const id = useId()
  const chosen = (draft.value(at) ?? []) as readonly string[]
  const error = draft.faultAt(at)
  return (
    <fieldset className={styles.several} aria-describedby={error ? id : undefined}>
      <legend>{label}</legend>
      {hint && <p>{hint}</p>}
      {options.map((option) => (
        <CheckField
          key={option.value}
          label={option.text}
          hint={option.hint}
          checked={chosen.includes(option.value)}
          aria-invalid={error ? true : undefined}
          onChange={({ target: { checked } }) => {
            const isChosen = (value: string) => (value === option.value ? checked : chosen.includes(value))
            const offered = options.map(({ value }) => value)
            const others = chosen.filter((value) => !offered.includes(value))
            draft.set(at, [...others, ...offered.filter(isChosen)])
          }}
        />
      ))}
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

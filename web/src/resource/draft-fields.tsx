import { Fragment, type ReactNode, useEffect, useId, useState } from 'react'
import { t } from '../texts/texts.ts'
import { CheckField, SelectField, SwitchField, TextArea, TextField } from '../ui/field.tsx'
import { FieldGrid } from '../ui/section-page.tsx'
import styles from './draft-form.module.css'
import type { Pointer, PointerTo, ValueAt } from './pointers.ts'
import { type Draft, type FormDraft, readNumber, readWords, useShown } from './use-draft.ts'

interface Labelled<At extends string> {
  /** Where in the object: `/address/city`. */
  at: At
  label: string
  hint?: ReactNode
}

interface Typed<At extends string> extends Labelled<At> {
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

export interface TextSpec<At extends string = string> extends Typed<At> {
  kind?: 'text' | undefined
}

export interface NumberSpec<At extends string = string> extends Typed<At> {
  kind: 'number'
}

interface ListSpec<At extends string = string> extends Typed<At> {
  kind: 'list'
}

interface AreaSpec<At extends string = string> extends Labelled<At> {
  kind: 'area'
  required?: boolean
  rows?: number
  maxLength?: number
}

export interface Option<Value = string | number | null> {
  /** null: none */
  value: Value
  text: string
}

export interface SelectSpec<At extends string = string, Value = string | number | null | undefined>
  extends Labelled<At> {
  kind: 'select'
  options: readonly Option<Value>[]
  disabled?: boolean
}

interface CheckSpec<At extends string = string> extends Labelled<At> {
  kind: 'switch' | 'check'
  /** The server stores the opposite. */
  inverted?: boolean | undefined
}

interface SeveralSpec<At extends string = string, Value = string> extends Labelled<At> {
  kind: 'several'
  /** The list has the order of the options. */
  options: readonly Choice<Value>[]
}

interface Choice<Value> {
  value: Value
  text: ReactNode
  hint?: ReactNode
}

type ValueSpec = TextSpec | NumberSpec | ListSpec | AreaSpec | SelectSpec | SeveralSpec | CheckSpec

/** What is offered for a value has its type. */
type Offered<Input> = {
  [At in Pointer<Input>]: { at: At; options: readonly Option<ValueAt<Input, At>>[] }
}[Pointer<Input>]

type OfferedItems<Input> = {
  [At in Pointer<Input>]: { at: At; options: readonly Choice<ItemOf<ValueAt<Input, At>>>[] }
}[Pointer<Input>]

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

/** A field of a form, as a section declares it: for a value of the input of its call. */
export type FieldSpec<Input> =
  | TextSpec<PointerTo<Input, string>>
  | NumberSpec<PointerTo<Input, number>>
  | ListSpec<PointerTo<Input, string[]>>
  | AreaSpec<PointerTo<Input, string>>
  | CheckSpec<PointerTo<Input, boolean>>
  | (SelectSpec & Offered<Input>)
  | (SeveralSpec & OfferedItems<Input>)
  /** Beside each other where there is room. */
  | { kind: 'row'; fields: readonly FieldSpec<Input>[] }
  /** Few people need them: collapsed, until the server rejects one of them. */
  | { kind: 'more'; fields: readonly FieldSpec<Input>[] }
  | { kind: 'other'; key: string; render: (draft: Draft<Input>) => ReactNode }

interface DraftFieldsProps<Input> {
  draft: Draft<Input>
  fields: readonly FieldSpec<Input>[]
}

/** The fields of a form, in the order of their declarations. */
export function DraftFields<Input>({ draft, fields }: DraftFieldsProps<Input>) {
  return fields.map((field) => {
    if (field.kind === 'row')
      return (
        <FieldGrid key={field.fields.map((one) => ('at' in one ? one.at : '')).join()}>
          <DraftFields draft={draft} fields={field.fields} />
        </FieldGrid>
      )
    if (field.kind === 'more')
      return (
        <MoreFields key="more" draft={draft} pointers={pointersOf(field.fields)}>
          <DraftFields draft={draft} fields={field.fields} />
        </MoreFields>
      )
    if (field.kind === 'other') return <Fragment key={field.key}>{field.render(draft)}</Fragment>
    return <DraftField key={field.at} draft={draft} field={field} />
  })
}

const pointersOf = <Input,>(fields: readonly FieldSpec<Input>[]): string[] =>
  fields.flatMap((field) => ('fields' in field ? pointersOf(field.fields) : 'at' in field ? [field.at] : []))

interface MoreFieldsProps {
  draft: FormDraft
  pointers: readonly string[]
  children: ReactNode
}

function MoreFields({ draft, pointers, children }: MoreFieldsProps) {
  const [open, setOpen] = useState(false)
  const isRejected = pointers.some((pointer) => draft.faultAt(pointer) !== undefined)
  useEffect(() => {
    if (isRejected) setOpen(true)
  }, [isRejected])
  return (
    <details
      className={styles.more}
      open={open || isRejected}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t.resource.form.more}</summary>
      <div className={styles.form}>{children}</div>
    </details>
  )
}

interface FieldProps<Spec> {
  draft: FormDraft
  field: Spec
}

function DraftField({ draft, field }: FieldProps<ValueSpec>) {
  useShown(draft, field.at)
  switch (field.kind) {
    case 'area':
      return <DraftArea draft={draft} field={field} />
    case 'select':
      return <DraftSelect draft={draft} field={field} />
    case 'several':
      return <DraftSeveral draft={draft} field={field} />
    case 'switch':
    case 'check':
      return <DraftCheck draft={draft} field={field} />
    default:
      return <DraftText draft={draft} field={field} />
  }
}

const readers = { number: readNumber, list: readWords }

function DraftText({ draft, field }: FieldProps<TextSpec | NumberSpec | ListSpec>) {
  const { at, kind = 'text', readOnly, trim, ...rest } = field
  function type(typed: string) {
    // A day may be missing, but is never an empty text.
    if (rest.type === 'date') draft.write(at, typed || null)
    else if (kind !== 'text') draft.write(at, readers[kind](typed), typed)
    else draft.write(at, trim ? typed.trim() : typed, typed)
  }
  return (
    <TextField
      autoComplete="off"
      {...(kind === 'number' && { inputMode: 'numeric' })}
      {...rest}
      value={draft.text(at)}
      readOnly={readOnly || draft.readOnly}
      error={draft.faultAt(at)}
      onChange={(event) => type(event.target.value)}
    />
  )
}

function DraftArea({ draft, field: { at, kind: _, ...rest } }: FieldProps<AreaSpec>) {
  return (
    <TextArea
      {...rest}
      value={draft.text(at)}
      readOnly={draft.readOnly}
      error={draft.faultAt(at)}
      onChange={(event) => draft.write(at, event.target.value)}
    />
  )
}

function DraftCheck({ draft, field }: FieldProps<CheckSpec>) {
  const { at, kind, inverted = false, ...rest } = field
  const Box = kind === 'switch' ? SwitchField : CheckField
  return (
    <Box
      {...rest}
      checked={(draft.read(at) === true) !== inverted}
      disabled={draft.readOnly}
      onChange={(event) => draft.write(at, event.target.checked !== inverted)}
    />
  )
}

function DraftSelect({ draft, field }: FieldProps<SelectSpec>) {
  const { at, kind: _, options, disabled, ...rest } = field
  const stored = draft.text(at)
  const find = (typed: string) => options.find(({ value }) => String(value ?? '') === typed)
  function choose(typed: string) {
    const option = find(typed)
    draft.write(at, option ? option.value : typed)
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

function DraftSeveral({ draft, field: { at, label, hint, options } }: FieldProps<SeveralSpec>) {
  const id = useId()
  const value = draft.read(at)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
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
            const others = chosen.filter((one) => !offered.some((value) => value === one))
            draft.write(at, [...others, ...offered.filter(isChosen)])
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

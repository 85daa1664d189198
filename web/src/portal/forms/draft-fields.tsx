import type { ReactNode } from 'react'
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import { useDraftField } from './draft-context.ts'

interface DraftFieldProps {
  /** Where in the object: `/address/city`. */
  at: string
  label: string
  hint?: ReactNode
}

interface DraftTextProps extends DraftFieldProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  required?: boolean
  autoComplete?: string
  maxLength?: number
}

export function DraftText({ at, ...rest }: DraftTextProps) {
  const draft = useDraftField(at)
  return (
    <TextField
      autoComplete="off"
      {...rest}
      value={String(draft.value(at) ?? '')}
      readOnly={draft.readOnly}
      error={draft.faultAt(at)}
      // A day may be missing, but is never an empty text.
      onChange={({ target: { value } }) => draft.set(at, rest.type === 'date' ? value || null : value)}
    />
  )
}

export function DraftArea({ at, ...rest }: DraftFieldProps) {
  const draft = useDraftField(at)
  return (
    <TextArea
      {...rest}
      value={String(draft.value(at) ?? '')}
      readOnly={draft.readOnly}
      error={draft.faultAt(at)}
      onChange={(event) => draft.set(at, event.target.value)}
    />
  )
}

interface DraftNumberProps extends DraftFieldProps {
  decimal?: boolean
  unit?: string
}

export function DraftNumber({ at, decimal, ...rest }: DraftNumberProps) {
  const draft = useDraftField(at, 'number')
  return (
    <TextField
      autoComplete="off"
      inputMode={decimal ? 'decimal' : 'numeric'}
      {...rest}
      value={String(draft.value(at) ?? '')}
      readOnly={draft.readOnly}
      error={draft.faultAt(at)}
      onChange={(event) => draft.set(at, event.target.value)}
    />
  )
}

export function DraftCheck({ at, ...rest }: DraftFieldProps) {
  const draft = useDraftField(at)
  return (
    <SwitchField
      {...rest}
      checked={draft.value(at) === true}
      disabled={draft.readOnly}
      onChange={(event) => draft.set(at, event.target.checked)}
    />
  )
}

/** Its children are options. */
export function DraftSelect({ at, children, ...rest }: DraftFieldProps & { children: ReactNode }) {
  const draft = useDraftField(at)
  return (
    <SelectField
      {...rest}
      value={String(draft.value(at) ?? '')}
      disabled={draft.readOnly}
      error={draft.faultAt(at)}
      onChange={(event) => draft.set(at, event.target.value || null)}
    >
      {children}
    </SelectField>
  )
}

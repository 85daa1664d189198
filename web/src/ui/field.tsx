import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

interface Labelled {
  label: string
  hint?: ReactNode
  /** What is wrong with the value; read aloud with the field. */
  error?: string | undefined
  /** The label is there for those who listen only. */
  hideLabel?: boolean
}

function Field({
  label,
  hint,
  error,
  hideLabel,
  id,
  children,
}: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const describedBy = (id: string, hint: unknown, error: unknown) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

type Attributes<Base> = Omit<Base, 'id'> & Labelled

export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: Attributes<InputHTMLAttributes<HTMLInputElement>>) {
  const id = useId()
  return (
    <Field {...{ label, hint, error, id }} hideLabel={hideLabel ?? false}>
      <input
        {...rest}
        id={id}
        className={classNames(styles.control, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: Attributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const id = useId()
  return (
    <Field {...{ label, hint, error, id }} hideLabel={hideLabel ?? false}>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={classNames(styles.control, styles.area, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  )
}

/** Its children are options. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
  ...rest
}: Attributes<SelectHTMLAttributes<HTMLSelectElement>>) {
  const id = useId()
  return (
    <Field {...{ label, hint, error, id }} hideLabel={hideLabel ?? false}>
      <select
        {...rest}
        id={id}
        className={classNames(styles.control, className)}
        aria-describedby={describedBy(id, hint, error)}
      >
        {children}
      </select>
    </Field>
  )
}

export function CheckField({
  label,
  hint,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.check}>
      <input {...rest} type="checkbox" id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

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
  /** The error of the value, read aloud with the field. */
  error?: string | undefined
  /** The label is for screen readers only. */
  hideLabel?: boolean
  className?: string | undefined
}

interface ControlAttributes {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A label, the control, and its hint or error. */
export function Field({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
}: Labelled & { children: (control: ControlAttributes) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({
        id,
        className: classNames(styles.control, className),
        'aria-invalid': error ? true : undefined,
        'aria-describedby':
          [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
      })}
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

type Attributes<Base> = Omit<Base, 'id' | 'className'> & Labelled

/** Separates the props of the field from those of the control. */
function split<Base extends Labelled>({ label, hint, error, hideLabel, className, ...control }: Base) {
  return { around: { label, hint, error, hideLabel: hideLabel ?? false, className }, control }
}

export function TextField({
  unit,
  ...props
}: Attributes<InputHTMLAttributes<HTMLInputElement>> & {
  /** of a number, shown beside it */
  unit?: string | undefined
}) {
  const { around, control } = split(props)
  return (
    <Field {...around}>
      {(given) =>
        unit ? (
          <span className={styles.withUnit}>
            <input
              {...control}
              {...given}
              aria-describedby={[`${given.id}-unit`, given['aria-describedby']].filter(Boolean).join(' ')}
            />
            <span id={`${given.id}-unit`} className={styles.unit}>
              {unit}
            </span>
          </span>
        ) : (
          <input {...control} {...given} />
        )
      }
    </Field>
  )
}

export function TextArea(props: Attributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { around, control } = split(props)
  return (
    <Field {...around} className={classNames(styles.area, around.className)}>
      {(given) => <textarea rows={3} {...control} {...given} />}
    </Field>
  )
}

/** Its children are options. */
export function SelectField(props: Attributes<SelectHTMLAttributes<HTMLSelectElement>>) {
  const { around, control } = split(props)
  return <Field {...around}>{(given) => <select {...control} {...given} />}</Field>
}

type CheckFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  label: ReactNode
  hint?: ReactNode
}

/** Turns something on or off. */
export function SwitchField(props: CheckFieldProps) {
  return <CheckField {...props} role="switch" />
}

export function CheckField({ label, hint, ...rest }: CheckFieldProps) {
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

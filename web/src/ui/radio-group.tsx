import { type ReactNode, useId } from 'react'
import styles from './radio-group.module.css'

interface RadioChoice<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

/** A choice of one from a few visible options. */
export function RadioGroup<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: Value
  choices: readonly RadioChoice<Value>[]
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className={styles.choice}>
          <input
            type="radio"
            id={`${id}-${choice.value}`}
            name={id}
            checked={choice.value === value}
            disabled={choice.disabled}
            aria-describedby={choice.hint ? `${id}-${choice.value}-hint` : undefined}
            onChange={() => onChange(choice.value)}
          />
          <div>
            <label htmlFor={`${id}-${choice.value}`}>{choice.label}</label>
            {choice.hint && (
              <p id={`${id}-${choice.value}-hint`} className={styles.hint}>
                {choice.hint}
              </p>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

import { useId } from 'react'
import { p } from '../../texts/portal-texts.ts'
import styles from './status.module.css'
import type { AdditionalStatus, MainStatus } from './status-values.ts'

interface StatusChoiceProps<Option extends MainStatus | AdditionalStatus> {
  label: string
  hint?: string
  options: readonly Option[]
  /** undefined: none of them is shown as chosen */
  value: Option | undefined
  onChoose: (option: Option) => void
}

/** One of a few, as radio buttons that look like a row of buttons. */
export function StatusChoice<Option extends MainStatus | AdditionalStatus>({
  label,
  hint,
  options,
  value,
  onChoose,
}: StatusChoiceProps<Option>) {
  const name = useId()
  const names: Record<string, string> = { ...p.status.names, '': p.status.nothing }
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
            {names[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

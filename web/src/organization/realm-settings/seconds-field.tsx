import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import styles from '../organization-forms.module.css'

const usual = [0, 120, 600, 3600, 86_400, 604_800]
const OTHER = 'other'
const MOST_MINUTES = 5_256_000

/** For how long something can be done: one of the usual times, or any number of minutes. */
export function SecondsField({
  label,
  hint,
  seconds,
  disabled,
  onChange,
}: {
  label: string
  hint?: string
  seconds: number
  disabled: boolean
  onChange: (seconds: number) => void
}) {
  const [isOther, setOther] = useState(false)
  const texts = t.organization.settings
  const shown = isOther || !usual.includes(seconds) ? OTHER : String(seconds)
  function choose(value: string) {
    setOther(value === OTHER)
    if (value !== OTHER) onChange(Number(value))
  }
  return (
    <div className={styles.line}>
      <SelectField
        label={label}
        {...(hint && { hint })}
        value={shown}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
      >
        {usual.map((time) => (
          <option key={time} value={time}>
            {texts.times[String(time) as keyof typeof texts.times]}
          </option>
        ))}
        <option value={OTHER}>{texts.otherTime}</option>
      </SelectField>
      {shown === OTHER && (
        <TextField
          label={texts.minutes}
          type="number"
          min={1}
          max={MOST_MINUTES}
          required
          disabled={disabled}
          value={Math.max(1, Math.round(seconds / 60))}
          onChange={(event) => onChange(Math.max(1, event.target.valueAsNumber || 1) * 60)}
        />
      )}
    </div>
  )
}

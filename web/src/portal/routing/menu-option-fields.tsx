import { Plus, Trash2 } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import styles from './routing.module.css'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#']

export interface OptionForm {
  key: string
  digit: string
  destination: string
}

/** Which number each key leads to. */
export function MenuOptionFields({
  options,
  faultAt,
  onChange,
}: {
  options: readonly OptionForm[]
  faultAt: (pointer: string) => string | undefined
  onChange: (options: readonly OptionForm[]) => void
}) {
  const { menus } = p.routing
  const set = (key: string, changes: Partial<OptionForm>) =>
    onChange(options.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const faults = options.map((_, index) => faultAt(`/options/${index}/`))
  const fault = faults.some(Boolean) ? undefined : faultAt('/options')
  const next = digits.find((digit) => options.every((one) => one.digit !== digit))
  return (
    <fieldset className={styles.rows}>
      <legend>{menus.options}</legend>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {options.map(({ key, digit, destination }, index) => (
        <div key={key} className={styles.option}>
          <SelectField
            label={menus.key}
            value={digit}
            onChange={(event) => set(key, { digit: event.target.value })}
          >
            {digits.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <TextField
            label={menus.destination}
            error={faults[index]}
            autoComplete="off"
            value={destination}
            onChange={(event) => set(key, { destination: event.target.value })}
          />
          <Button
            look="plain"
            icon={<Trash2 />}
            aria-label={menus.removeOption(digit)}
            onClick={() => onChange(options.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      {next !== undefined && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => onChange([...options, { key: crypto.randomUUID(), digit: next, destination: '' }])}
          >
            {menus.addOption}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

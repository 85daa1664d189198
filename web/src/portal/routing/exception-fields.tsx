import { Plus, Trash2 } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './routing.module.css'

export interface ExceptionForm {
  key: string
  date: string
  name: string
  open: string
}

/** Days that differ from the week. */
export function ExceptionFields({
  exceptions,
  faultAt,
  onChange,
}: {
  exceptions: readonly ExceptionForm[]
  faultAt: (pointer: string) => string | undefined
  onChange: (exceptions: readonly ExceptionForm[]) => void
}) {
  const { hours } = p.routing
  const set = (key: string, changes: Partial<ExceptionForm>) =>
    onChange(exceptions.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const isInRow = exceptions.some((_, index) => faultAt(`/exceptions/${index}/`))
  const fault = isInRow ? undefined : faultAt('/exceptions')
  return (
    <fieldset className={styles.rows}>
      <legend>{hours.exceptions}</legend>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {exceptions.map(({ key, date, name, open }, index) => (
        <div key={key} className={styles.row}>
          <TextField
            label={hours.date}
            error={faultAt(`/exceptions/${index}/date`)}
            type="date"
            value={date}
            onChange={(event) => set(key, { date: event.target.value })}
          />
          <TextField
            label={hours.occasion}
            error={faultAt(`/exceptions/${index}/name`)}
            value={name}
            onChange={(event) => set(key, { name: event.target.value })}
          />
          <TextField
            label={hours.open}
            error={faultAt(`/exceptions/${index}/intervals`)}
            placeholder={hours.openHint}
            value={open}
            onChange={(event) => set(key, { open: event.target.value })}
          />
          <Button
            look="plain"
            icon={<Trash2 />}
            aria-label={hours.removeException}
            onClick={() => onChange(exceptions.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          onClick={() =>
            onChange([...exceptions, { key: crypto.randomUUID(), date: '', name: '', open: '' }])
          }
        >
          {hours.addException}
        </Button>
      </div>
    </fieldset>
  )
}

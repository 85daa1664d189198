import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { type CallFilter, emptyFilter, isEmpty } from './call-filter.ts'
import styles from './calls.module.css'

interface CallFilterFormProps {
  filter: CallFilter
  onChange: (filter: CallFilter) => void
}

export function CallFilterForm({ filter, onChange }: CallFilterFormProps) {
  const set = (name: keyof CallFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value })
  return (
    <search className={styles.filters} aria-label={p.calls.filters}>
      <TextField
        label={p.calls.number}
        type="search"
        maxLength={50}
        value={filter.number}
        onChange={set('number')}
      />
      <SelectField label={p.calls.result} value={filter.result} onChange={set('result')}>
        <option value="">{p.calls.everyResult}</option>
        {Object.entries(p.calls.results).map(([result, label]) => (
          <option key={result} value={result}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField label={p.calls.since} type="date" value={filter.from} onChange={set('from')} />
      <TextField label={p.calls.until} type="date" value={filter.to} onChange={set('to')} />
      {!isEmpty(filter) && (
        <Button onClick={() => onChange(emptyFilter)} className={styles.clear}>
          {p.calls.clear}
        </Button>
      )}
    </search>
  )
}

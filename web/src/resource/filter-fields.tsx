import { Button } from '../ui/button.tsx'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import styles from './resource.module.css'
import type { Filter, Listing } from './resource.ts'
import type { Rows } from './use-rows.ts'

interface FilterFieldsProps {
  filters: readonly Filter[]
  words: Listing<unknown>['filterWords']
  rows: Pick<Rows<unknown>, 'values' | 'change'>
}

/** The search field and the other filters above a list. */
export function FilterFields({ filters, words, rows: { values, change } }: FilterFieldsProps) {
  const isSet = filters.some(({ name }) => values[name] !== '')
  return (
    <search className={styles.filters} aria-label={words?.label}>
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={values[filter.name] ?? ''}
          onChange={(value) => change({ ...values, [filter.name]: value })}
        />
      ))}
      {words && isSet && (
        <Button className={styles.clear} onClick={() => change({})}>
          {words.clear}
        </Button>
      )}
    </search>
  )
}

interface FilterFieldProps {
  filter: Filter
  value: string
  onChange: (value: string) => void
}

function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const { kind, label, hint, options = [], disabled, maxLength, render } = filter
  if (kind === 'other') return render?.({ label, value, onChange })
  if (kind === 'check')
    return (
      <div className={styles.check}>
        <CheckField
          label={label}
          checked={value !== ''}
          onChange={(event) => onChange(event.target.checked ? 'yes' : '')}
        />
      </div>
    )
  if (kind === 'select')
    return (
      <SelectField
        label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value ?? ''}>
            {option.text}
          </option>
        ))}
      </SelectField>
    )
  return (
    <TextField
      label={label}
      hint={hint}
      type={kind}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

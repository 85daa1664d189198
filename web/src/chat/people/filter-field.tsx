import { ListFilter, X } from 'lucide-react'
import type { Ref } from 'react'
import { t } from '../../texts/texts.ts'
import styles from './filter-field.module.css'

interface FilterFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** Keeps of a list what matches. Escape empties it, and then leaves it. */
export function FilterField({ label, value, onChange, ref }: FilterFieldProps) {
  return (
    <div className={styles.field}>
      <ListFilter aria-hidden="true" />
      <input
        ref={ref}
        type="text"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
      />
      {value !== '' && (
        <button type="button" aria-label={t.search.clear} onClick={() => onChange('')}>
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

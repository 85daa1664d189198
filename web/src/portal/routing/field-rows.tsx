import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FormDraft, useShown } from '../../resource/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import styles from './routing.module.css'

interface FieldRowsProps<Row extends { key: string }> {
  draft: FormDraft
  /** Where the list is in the object. */
  at: string
  legend: string
  add: string
  remove: (row: Row) => string
  className: string | undefined
  rows: readonly Row[]
  /** A new row; undefined: there can be no more. */
  fresh: ((key: string) => Row) | undefined
  onChange: (rows: Row[]) => void
  children: (row: Row, set: (changes: Partial<Row>) => void, at: string) => ReactNode
}

/** A list of things with some fields each, which grows and shrinks. */
export function FieldRows<Row extends { key: string }>(props: FieldRowsProps<Row>) {
  const { draft, at, legend, add, remove, className, rows, fresh, onChange, children } = props
  useShown(draft, at)
  const isInRow = rows.some((_, index) => draft.faultAt(`${at}/${index}`))
  const fault = isInRow ? undefined : draft.faultAt(at)
  return (
    <fieldset className={styles.rows}>
      <legend>{legend}</legend>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {rows.map((row, index) => (
        <div key={row.key} className={className}>
          {children(
            row,
            (changes) => onChange(rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one))),
            `${at}/${index}`,
          )}
          <Button
            look="plain"
            icon={<Trash2 />}
            aria-label={remove(row)}
            onClick={() => onChange(rows.filter((one) => one.key !== row.key))}
          />
        </div>
      ))}
      {fresh && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => onChange([...rows, fresh(crypto.randomUUID())])}
          >
            {add}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

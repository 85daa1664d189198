import type { ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** The accessible name of the table. */
  label: string
  /** An empty heading is for a column of buttons. */
  headings: readonly string[]
  /** Rows (`<tr>`). */
  children: ReactNode
}

export function Table({ label, headings, children }: TableProps) {
  return (
    // Wide tables scroll within themselves, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {headings.map((heading, index) =>
              heading === '' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order
                <td key={index} />
              ) : (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

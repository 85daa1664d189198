import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

interface TableProps {
  /** The accessible name of the table. */
  label: string
  /** A first column of boxes, with one for all rows: see SelectRow. */
  selection?: { label: string; state: 'none' | 'some' | 'all'; onToggle: () => void } | undefined
  /** An empty heading is for a column of buttons. */
  headings: readonly string[]
  /** Rows (`<tr>`). */
  children: ReactNode
}

/**
 * On a phone, the cells of a row are below each other. `data-label` names a cell that needs its heading, `data-wide`
 * gives a cell a line of its own.
 */
export function Table({ label, headings, selection, children }: TableProps) {
  return (
    // Wide tables scroll within themselves, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields, and no landmark beside the one around it
    <div className={styles.scroll} role="group" tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {selection && (
              <td className={styles.select}>
                <input
                  type="checkbox"
                  aria-label={selection.label}
                  checked={selection.state === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = selection.state === 'some'
                  }}
                  onChange={selection.onToggle}
                />
              </td>
            )}
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
    </div>
  )
}

/** The cell at the start of a row that can be selected. */
export function SelectRow({
  label,
  checked,
  onToggle,
}: {
  label: string
  checked: boolean
  onToggle: () => void
}) {
  return (
    <td className={styles.select}>
      <input type="checkbox" aria-label={label} checked={checked} onChange={onToggle} />
    </td>
  )
}

/** The link that a row is about. The whole row opens it, also in another tab; other controls lie above it. */
export function RowLink({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...rest} className={classNames(styles.open, className)} />
}

/** The same for a row that opens a dialog. */
export function RowButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={classNames(styles.open, styles.button, className)} />
}

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './bulk.module.css'

/** What can be done with the selected rows. */
export function BulkBar({
  count,
  onClear,
  children,
}: {
  count: number
  onClear: () => void
  /** buttons */
  children: ReactNode
}) {
  if (count === 0) return null
  return (
    <section className={styles.bar} aria-label={p.bulk.label}>
      <IconButton label={p.bulk.clear} onClick={onClear}>
        <X />
      </IconButton>
      <strong role="status">{p.bulk.selected(count)}</strong>
      <span className={styles.actions}>{children}</span>
    </section>
  )
}

import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './bulk.module.css'
import type { BulkFailure } from './run-bulk.ts'

/** How many succeeded, and why the others did not. */
export function BulkReport<Item>({
  total,
  failures,
  nameOf,
}: {
  total: number
  failures: readonly BulkFailure<Item>[]
  nameOf: (item: Item) => string
}) {
  if (failures.length === 0) return <Notice look="success">{p.bulk.allDone(total)}</Notice>
  return (
    <>
      <Notice look="danger">{p.bulk.someFailed(total - failures.length, failures.length)}</Notice>
      <ul className={styles.names} aria-label={p.bulk.failed}>
        {failures.map(({ item, reason }) => (
          <li key={nameOf(item)}>
            <strong>{nameOf(item)}</strong>: {reason}
          </li>
        ))}
      </ul>
    </>
  )
}

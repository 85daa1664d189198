import { type ReactNode, useId, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './bulk.module.css'
import { BulkReport } from './bulk-report.tsx'
import { type BulkFailure, runBulk } from './run-bulk.ts'

const MOST_NAMED = 10

interface BulkDialogProps<Item> {
  title: string
  /** What will happen, and perhaps fields. */
  children: ReactNode
  confirm: string
  look?: 'primary' | 'danger'
  /** Nothing is chosen yet. */
  disabled?: boolean
  items: readonly Item[]
  nameOf: (item: Item) => string
  work: (item: Item) => Promise<unknown>
  /** Those that failed stay selected. */
  onDone: (failed: readonly Item[]) => void
  onClose: () => void
}

/** Asks, does it for every item, and reports what failed. */
export function BulkDialog<Item>({
  title: givenTitle,
  children,
  confirm,
  look = 'danger',
  disabled = false,
  items: given,
  nameOf,
  work,
  onDone,
  onClose,
}: BulkDialogProps<Item>) {
  const id = useId()
  /** As they were when the dialog opened: afterwards nothing is selected any more. */
  const [items] = useState(given)
  const [title] = useState(givenTitle)
  const [done, setDone] = useState<number>()
  const [failures, setFailures] = useState<readonly BulkFailure<Item>[]>()
  const isBusy = done !== undefined && failures === undefined
  async function run() {
    setDone(0)
    const failed = await runBulk(items, work, setDone)
    setFailures(failed)
    onDone(failed.map(({ item }) => item))
  }
  const actions =
    failures === undefined ? (
      <>
        <Button onClick={onClose} disabled={isBusy}>
          {t.ui.cancel}
        </Button>
        <Button look={look} busy={isBusy} disabled={disabled} onClick={() => void run()}>
          {confirm}
        </Button>
      </>
    ) : (
      <Button look="primary" onClick={onClose}>
        {t.ui.close}
      </Button>
    )
  return (
    <Dialog title={title} onClose={() => !isBusy && onClose()} actions={actions}>
      {done === undefined && (
        <>
          <div className={styles.content}>{children}</div>
          <h3 id={id} className={styles.heading}>
            {p.bulk.concerned(items.length)}
          </h3>
          <ul className={styles.names} aria-labelledby={id}>
            {items.slice(0, MOST_NAMED).map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <li key={index}>{nameOf(item)}</li>
            ))}
            {items.length > MOST_NAMED && <li>{p.bulk.more(items.length - MOST_NAMED)}</li>}
          </ul>
        </>
      )}
      {isBusy && <ProgressBar label={title} value={done / items.length} />}
      {failures && <BulkReport total={items.length} failures={failures} nameOf={nameOf} />}
    </Dialog>
  )
}

import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { FieldGrid } from '../ui/section-page.tsx'
import { type Patch, type Pointer, patchOf, type ValueAt } from './pointers.ts'
import styles from './resource.module.css'

const AT_ONCE = 4

const MAX_NAMED = 10

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
            {t.resource.bulk.concerned(items.length)}
          </h3>
          <ul className={styles.names} aria-labelledby={id}>
            {items.slice(0, MAX_NAMED).map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <li key={index}>{nameOf(item)}</li>
            ))}
            {items.length > MAX_NAMED && <li>{t.resource.bulk.more(items.length - MAX_NAMED)}</li>}
          </ul>
        </>
      )}
      {isBusy && <ProgressBar label={title} value={done / items.length} />}
      {failures && <BulkReport total={items.length} failures={failures} nameOf={nameOf} />}
    </Dialog>
  )
}

/** How many succeeded, and why the others did not. */
function BulkReport<Item>({
  total,
  failures,
  nameOf,
}: {
  total: number
  failures: readonly BulkFailure<Item>[]
  nameOf: (item: Item) => string
}) {
  if (failures.length === 0) return <Notice look="success">{t.resource.bulk.allDone(total)}</Notice>
  return (
    <>
      <Notice look="danger">{t.resource.bulk.someFailed(total - failures.length, failures.length)}</Notice>
      <ul className={styles.names} aria-label={t.resource.bulk.failed}>
        {failures.map(({ item, reason }) => (
          <li key={nameOf(item)}>
            <strong>{nameOf(item)}</strong>: {reason}
          </li>
        ))}
      </ul>
    </>
  )
}

interface BulkFailure<Item> {
  item: Item
  reason: string
}

/** Does the work for every item, a few at a time. A failure does not stop the others. */
async function runBulk<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<BulkFailure<Item>[]> {
  const failures: BulkFailure<Item>[] = []
  const waiting = [...items]
  let done = 0
  async function runNext(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item)
      } catch (error) {
        failures.push({ item, reason: messageOf(error) })
      }
      done += 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  return failures
}

/** What can be set in all selected objects. */
export type BulkField<Input> = { label: string } & {
  [At in Pointer<Input>]: { pointer: At; options: readonly { value: ValueAt<Input, At>; text: string }[] }
}[Pointer<Input>] & { pointer: string; options: readonly { value: unknown; text: string }[] }

interface BulkEditDialogProps<Item, Input> {
  title: string
  fields: readonly BulkField<Input>[]
  items: readonly Item[]
  nameOf: (item: Item) => string
  save: (item: Item, patch: Patch<Input>) => Promise<unknown>
  onDone: (failed: readonly Item[]) => void
  onClose: () => void
}

/** Sets the same values in all selected objects. Fields that are not chosen stay as they are. */
export function BulkEditDialog<Item, Input extends object>(props: BulkEditDialogProps<Item, Input>) {
  const { fields, save, ...rest } = props
  /** The index of the chosen option, by pointer. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const changes = new Map<string, unknown>()
  for (const { pointer, options } of fields) {
    const option = options[Number(chosen[pointer] || -1)]
    if (option) changes.set(pointer, option.value)
  }
  return (
    <BulkDialog
      {...rest}
      confirm={t.resource.bulk.apply}
      look="primary"
      disabled={changes.size === 0}
      work={(item) => save(item, patchOf(changes))}
    >
      <p>{t.resource.bulk.editText}</p>
      <FieldGrid>
        {fields.map(({ pointer, label, options }) => (
          <SelectField
            key={pointer}
            label={label}
            value={chosen[pointer] ?? ''}
            onChange={(event) => setChosen({ ...chosen, [pointer]: event.target.value })}
          >
            <option value="">{t.resource.bulk.unchanged}</option>
            {options.map(({ text }, index) => (
              <option key={text} value={index}>
                {text}
              </option>
            ))}
          </SelectField>
        ))}
      </FieldGrid>
    </BulkDialog>
  )
}

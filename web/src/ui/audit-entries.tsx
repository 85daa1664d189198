import { type ReactNode, useState } from 'react'
import styles from './audit-entries.module.css'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { DateTime } from './date-time.tsx'
import { Table } from './table.tsx'

/** Left out: only the time, which the entry already shows. */
const times = new Set(['updated', 'updated_at', 'last_used_at'])

/** An entry of an audit log, in words. */
export interface ShownEntry {
  id: string | number
  /** such as the log that it is from */
  label?: string | undefined
  /** such as "Person: created" */
  action: string
  subject: string
  by: string
  /** ISO 8601 */
  at: string
  before: object | null
  after: object | null
  /** such as the key or the address */
  note: ReactNode
  /** Shows every entry about the same thing. */
  onSubject: (() => void) | undefined
}

export interface AuditWords {
  field: string
  before: string
  after: string
  empty: string
  noChange: string
  sameSubject: string
}

/** Who did what and when. Expanded, an entry shows the values before and after. */
export function AuditEntries({ entries, words }: { entries: readonly ShownEntry[]; words: AuditWords }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <AuditEntryItem key={entry.id} entry={entry} words={words} />
      ))}
    </ul>
  )
}

interface AuditEntryProps {
  entry: ShownEntry
  words: AuditWords
}

function AuditEntryItem({ entry, words }: AuditEntryProps) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <details className={styles.entry} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.action}>
            <strong>{entry.action}</strong>
            {entry.label && <Badge>{entry.label}</Badge>}
            <span>{entry.subject}</span>
          </span>
          <span className={styles.by}>
            <span>{entry.by}</span>
            <DateTime at={entry.at} />
          </span>
        </summary>
        {open && <EntryDetails entry={entry} words={words} />}
      </details>
    </li>
  )
}

/** Made when it is opened: an extension has about a hundred fields. */
function EntryDetails({ entry, words }: AuditEntryProps) {
  const fields = changedFields(entry.before, entry.after)
  return (
    <div className={styles.details}>
      {fields.length > 0 ? (
        <ChangeTable fields={fields} entry={entry} words={words} />
      ) : (
        <p className={styles.soft}>{words.noChange}</p>
      )}
      <p className={styles.soft}>{entry.note}</p>
      {entry.onSubject && (
        <div>
          <Button size="small" onClick={entry.onSubject}>
            {words.sameSubject}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A new object has no value before, a deleted one none after: that column is left out. */
function ChangeTable({
  fields,
  entry: { action, before, after },
  words,
}: AuditEntryProps & { fields: readonly ChangedField[] }) {
  return (
    <Table
      label={action}
      headings={[words.field, ...(before ? [words.before] : []), ...(after ? [words.after] : [])]}
    >
      {fields.map((field) => (
        <tr key={field.name}>
          <td>
            <code>{field.name}</code>
          </td>
          {before && (
            <td>
              <Value text={field.before} old={after !== null} words={words} />
            </td>
          )}
          {after && (
            <td>
              <Value text={field.after} words={words} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function Value({ text, old, words }: { text: string; old?: boolean; words: AuditWords }) {
  if (text === '') return <span className={styles.soft}>{words.empty}</span>
  return old ? <s className={styles.old}>{text}</s> : text
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

interface ChangedField {
  /** such as `address › city` */
  name: string
  before: string
  after: string
}

/** Every value that changed. */
function changedFields(before: object | null, after: object | null): ChangedField[] {
  const old = leavesOf(before)
  const fresh = leavesOf(after)
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((name) => !times.has(name))
    .map((name) => ({ name, before: old.get(name) ?? '', after: fresh.get(name) ?? '' }))
    .filter((field) => field.before !== field.after)
}

function leavesOf(value: unknown): Map<string, string> {
  const leaves = new Map<string, string>()
  function visit(item: unknown, path: readonly string[]) {
    if (Array.isArray(item) && item.every((one) => typeof one !== 'object'))
      leaves.set(path.join(' › '), item.join(', '))
    else if (isObject(item)) for (const [name, inner] of Object.entries(item)) visit(inner, [...path, name])
    else leaves.set(path.join(' › '), item === null || item === undefined ? '' : String(item))
  }
  visit(value ?? {}, [])
  return leaves
}

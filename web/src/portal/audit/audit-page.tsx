import type { AuditEntry } from '@switchboard/client/telephony'
import { FileClock } from 'lucide-react'
import { useState } from 'react'
import type { TelephonyInput } from '../../api/telephony-api.ts'
import type { FilterValues, Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Table } from '../../ui/table.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { userName, useUsers } from '../users/known-users.ts'
import styles from './audit-page.module.css'

/** Left out: only the time, which the entry already shows. */
const times = new Set(['updated', 'updated_at', 'last_used_at'])

const PER_PAGE = 25

/** All changes, newest first. An object id in the address shows the changes of that object. */
export function AuditPage({ path }: { path: readonly string[] }) {
  const { client } = usePortal()
  const users = useUsers()
  const resource: Resource<AuditEntry> = {
    title: p.audit.title,
    intro: p.audit.intro,
    pages: {
      key: portalKeys.audit,
      load: ({ page, values, signal }) =>
        client.page('GET /audit', { ...queryOf(values), page, page_size: PER_PAGE }, { signal }),
    },
    idOf: ({ id }) => id,
    nameOf: subjectName,
    filterWords: { label: p.audit.filters, clear: p.audit.clear },
    filters: [
      {
        name: 'kind',
        kind: 'select',
        label: p.audit.what,
        options: [
          { value: null, text: p.audit.everything },
          ...Object.entries(p.audit.kinds).map(([value, text]) => ({ value, text })),
        ],
      },
      {
        name: 'contact',
        kind: 'select',
        label: p.audit.who,
        options: [
          { value: null, text: p.audit.everybody },
          ...(users.data ?? []).map((user) => ({ value: user.id, text: userName(user) })),
        ],
      },
      { name: 'from', kind: 'date', label: p.audit.from },
      { name: 'to', kind: 'date', label: p.audit.to },
      { name: 'subject', kind: 'text', label: p.audit.subject, initial: path[0] ?? '' },
    ],
    count: p.audit.count,
    empty: { icon: <FileClock />, title: p.audit.none, hint: p.audit.noneHint },
    view: (entries, { filter }) => (
      <ul className={styles.list}>
        {entries.map((entry) => (
          <AuditEntryItem key={entry.id} entry={entry} onSubject={(subject) => filter({ subject })} />
        ))}
      </ul>
    ),
  }
  return <ResourceList resource={resource} />
}

interface AuditEntryItemProps {
  entry: AuditEntry
  /** Shows every change of the same object. */
  onSubject: (id: string) => void
}

/** One change: who did what, when, and with which key. Expanded, it shows the values before and after. */
function AuditEntryItem({ entry, onSubject }: AuditEntryItemProps) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <details className={styles.entry} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.action}>
            <strong>{actionWords(entry.action)}</strong>
            <span>{subjectName(entry)}</span>
          </span>
          <span className={styles.by}>
            <span>{entry.contact ? entry.contact.name || entry.contact.id : p.audit.server}</span>
            <DateTime at={entry.at} />
          </span>
        </summary>
        {open && <EntryDetails entry={entry} onSubject={onSubject} />}
      </details>
    </li>
  )
}

/** Made when it is opened: an extension has about a hundred fields. */
function EntryDetails({ entry, onSubject }: AuditEntryItemProps) {
  const fields = changedFields(entry.before, entry.after)
  return (
    <div className={styles.details}>
      {fields.length > 0 ? (
        <ChangeTable fields={fields} entry={entry} />
      ) : (
        <p className={styles.soft}>{p.audit.noChange}</p>
      )}
      <p className={styles.soft}>
        {p.audit.key(entry.api_key?.name)} · <code>{entry.action}</code> · <code>{entry.subject.id}</code>
      </p>
      <div>
        <Button size="small" onClick={() => onSubject(entry.subject.id)}>
          {p.audit.sameSubject}
        </Button>
      </div>
    </div>
  )
}

/** A new object has no value before, a deleted one none after: that column is left out. */
function ChangeTable({ fields, entry }: { fields: readonly ChangedField[]; entry: AuditEntry }) {
  const { before, after } = entry
  return (
    <Table
      label={actionWords(entry.action)}
      headings={[p.audit.field, ...(before ? [p.audit.before] : []), ...(after ? [p.audit.after] : [])]}
    >
      {fields.map((field) => (
        <tr key={field.name}>
          <td>
            <code>{field.name}</code>
          </td>
          {before && (
            <td>
              <Value text={field.before} old={after !== null} />
            </td>
          )}
          {after && (
            <td>
              <Value text={field.after} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function Value({ text, old }: { text: string; old?: boolean }) {
  if (text === '') return <span className={styles.soft}>{p.audit.empty}</span>
  return old ? <s className={styles.old}>{text}</s> : text
}

/** Days are local, from midnight to midnight. */
function queryOf({ kind, contact, subject = '', from, to }: FilterValues): TelephonyInput<'GET /audit'> {
  return {
    ...(kind && { action: kind }),
    ...(contact && { contact_id: contact }),
    ...(subject.trim() && { subject_id: subject.trim() }),
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  }
}

/** `extension.updated` in plain words. Unknown kinds stay readable. */
function actionWords(action: string): string {
  const [kind = '', verb = ''] = action.split('.')
  const kinds: Record<string, string> = p.audit.kinds
  const verbs: Record<string, string> = p.audit.verbs
  return `${kinds[kind] ?? spaced(kind)}: ${verbs[verb] ?? spaced(verb)}`
}

/** The name of the object, if it has one. */
function subjectName({ before, after, subject }: AuditEntry): string {
  const state = after ?? before ?? {}
  const { first_name: first, last_name: last, data } = state as Record<string, unknown>
  if (typeof first === 'string') return `${first} ${last ?? ''}`.trim()
  if (isObject(data) && data.name !== undefined) return `${data.id ?? ''} ${data.name}`.trim()
  for (const field of ['name', 'url', 'number', 'reprname', 'subject', 'text']) {
    const value = (state as Record<string, unknown>)[field]
    if (typeof value === 'string' && value !== '') return value
  }
  return subject.id
}

const spaced = (words: string) => words.replaceAll('_', ' ')

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
    else if (typeof item === 'object' && item !== null)
      for (const [name, inner] of Object.entries(item)) visit(inner, [...path, name])
    else leaves.set(path.join(' › '), item === null || item === undefined ? '' : String(item))
  }
  visit(value ?? {}, [])
  return leaves
}

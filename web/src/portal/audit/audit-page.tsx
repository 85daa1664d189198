import type { AuditEntry } from '@switchboard/client/telephony'
import { FileClock } from 'lucide-react'
import type { TelephonyInput } from '../../api/telephony-api.ts'
import type { FilterValues, Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { AuditEntries } from '../../ui/audit-entries.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { UserPicker } from '../users/user-picker.tsx'

const PER_PAGE = 25

/** All changes, newest first. An object id in the address shows the changes of that object. */
export function AuditPage({ path }: { path: readonly string[] }) {
  const { client } = usePortal()
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
        kind: 'other',
        label: p.audit.who,
        render: (field) => <UserPicker {...field} none={p.audit.everybody} />,
      },
      { name: 'from', kind: 'date', label: p.audit.from },
      { name: 'to', kind: 'date', label: p.audit.to },
      { name: 'subject', kind: 'text', label: p.audit.subject, initial: path[0] ?? '' },
    ],
    count: p.audit.count,
    empty: { icon: <FileClock />, title: p.audit.none, hint: p.audit.noneHint },
    view: (entries, { filter }) => (
      <AuditEntries
        words={p.audit}
        entries={entries.map((entry) => ({
          id: entry.id,
          action: actionWords(entry.action),
          subject: subjectName(entry),
          by: entry.contact ? entry.contact.name || entry.contact.id : p.audit.server,
          at: entry.at,
          before: entry.before,
          after: entry.after,
          note: (
            <>
              {p.audit.key(entry.api_key?.name)} · <code>{entry.action}</code> ·{' '}
              <code>{entry.subject.id}</code>
            </>
          ),
          onSubject: () => filter({ subject: entry.subject.id }),
        }))}
      />
    ),
  }
  return <ResourceList resource={resource} />
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

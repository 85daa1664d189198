import { FileClock, FileDown } from 'lucide-react'
import { useRef } from 'react'
import { type ChatInput, type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { FilterValues, Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { AuditEntries } from '../../ui/audit-entries.tsx'

type Entry = ChatOutput<'GET /audit_log'>['entries'][number]

const PER_PAGE = 25

/** Who has done what in the chat, newest first. */
export function AuditLogTab() {
  const people = useChat((state) => state.people)
  const texts = o.auditLog
  // Where each page begins: the log is read from an entry on.
  const anchors = useRef(new Map<string, number>())
  const resource: Resource<Entry> = {
    title: texts.title,
    intro: texts.intro,
    pages: {
      key: chatKeys.auditLog,
      async load({ page, values, signal }) {
        const query = queryOf(values)
        const startOf = (number: number) => JSON.stringify([query, number])
        const anchor = anchors.current.get(startOf(page))
        const { entries, found_last } = await callChat(
          'GET /audit_log',
          { ...query, limit: PER_PAGE, ...(anchor !== undefined && { anchor }) },
          { signal },
        )
        const last = entries.at(-1)
        if (last) anchors.current.set(startOf(page + 1), last.id)
        const pages = found_last ? page : page + 1
        return { items: entries, page, pages, total: pages * PER_PAGE }
      },
    },
    idOf: ({ id }) => id,
    nameOf: nameOfSubject,
    filterWords: { label: texts.filters, clear: texts.clear },
    filters: [
      {
        name: 'kind',
        kind: 'select',
        label: texts.what,
        options: [
          { value: null, text: texts.everything },
          ...Object.entries(texts.kinds).map(([value, text]) => ({ value, text })),
        ],
      },
      {
        name: 'actor',
        kind: 'select',
        label: texts.who,
        options: [
          { value: null, text: texts.everybody },
          ...[...people.values()]
            .sort((one, other) => one.full_name.localeCompare(other.full_name))
            .map(({ user_id, full_name }) => ({ value: String(user_id), text: full_name })),
        ],
      },
      { name: 'from', kind: 'date', label: texts.from },
      { name: 'to', kind: 'date', label: texts.to },
    ],
    empty: { icon: <FileClock />, title: texts.none, hint: texts.noneHint },
    buttons: () => (
      <>
        <a href="/portal/audit">{texts.ofPhones}</a>
        {(['csv', 'json'] as const).map((format) => (
          <a key={format} href={`/api/v1/audit_log/export?format=${format}`} download>
            <FileDown aria-hidden /> {texts.download(format.toUpperCase())}
          </a>
        ))}
      </>
    ),
    view: (entries) => (
      <AuditEntries
        words={texts}
        entries={entries.map((entry) => ({
          id: entry.id,
          action: actionWords(entry.action),
          subject: nameOfSubject(entry),
          by: entry.actor ? entry.actor.full_name || String(entry.actor.user_id) : nobodyOf(entry),
          at: new Date(entry.at).toISOString(),
          before: entry.before,
          after: entry.after,
          note: (
            <>
              <code>{entry.action}</code>
              {[entry.address, entry.client].filter(Boolean).map((part) => ` · ${part}`)}
            </>
          ),
          onSubject: undefined,
        }))}
      />
    ),
  }
  return <ResourceList resource={resource} />
}

const nobodyOf = ({ address, through }: Entry) => {
  if (through === 'scim') return o.auditLog.directory
  return address === null ? o.auditLog.server : o.auditLog.nobody
}

const nameOfSubject = ({ subject: { id, name } }: Entry) => name || (id ?? '')

/** Days are local, from midnight to midnight. */
function queryOf({ kind, actor, from, to }: FilterValues): ChatInput<'GET /audit_log'> {
  return {
    ...(kind && { action: kind }),
    ...(actor && { actor_id: Number(actor) }),
    ...(from && { from: new Date(`${from}T00:00:00`).getTime() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).getTime() }),
  }
}

/** `user.role_changed` in plain words. Unknown kinds and actions stay readable. */
function actionWords(action: string): string {
  const [kind = '', verb = ''] = action.split('.')
  const kinds: Record<string, string> = o.auditLog.kinds
  const verbs: Record<string, string> = o.auditLog.verbs
  return `${kinds[kind] ?? spaced(kind)}: ${verbs[verb] ?? spaced(verb)}`
}

const spaced = (words: string) => words.replaceAll('_', ' ')

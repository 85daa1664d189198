import type { QueryKey } from '@tanstack/react-query'
import { FileClock, FileDown } from 'lucide-react'
import { useRef } from 'react'
import type { TelephonyClient } from '../api/telephony-api.ts'
import type { Filter, FilterValues, Resource } from '../resource/resource.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { auditTexts } from '../texts/audit-texts.ts'
import { AuditEntries, type ShownEntry } from '../ui/audit-entries.tsx'
import {
  type ActorIds,
  type AuditLogEntry,
  auditSources,
  type ChatEntry,
  kindChoices,
  type PhonesEntry,
} from './audit-sources.ts'
import { type LogPosition, mergeLogs } from './merge-logs.ts'

const PER_PAGE = 25

interface AuditPageProps {
  /** Whether the reader may read the log of the chat. */
  chat: boolean
  /** Reads the log of the phones; undefined: the reader may not. */
  phones: TelephonyClient | undefined
  queryKey: QueryKey
  /** How a person is chosen, and who that is in each log. */
  actor: Omit<Filter, 'name' | 'label'>
  actorIds: (chosen: string) => ActorIds
}

/** Who has done what in the chat and the phones, newest first: of both logs, or of the one that the reader may read. */
export function AuditPage({ chat, phones, queryKey, actor, actorIds }: AuditPageProps) {
  const logs = [...(chat ? (['chat'] as const) : []), ...(phones ? (['phones'] as const) : [])]
  const isBoth = logs.length === 2
  const kinds = kindChoices(logs)
  // Where the logs continue on each page.
  const positions = useRef(new Map<string, readonly (LogPosition | undefined)[]>())
  const resource: Resource<AuditLogEntry> = {
    title: auditTexts.title,
    intro: auditTexts.intro[isBoth ? 'both' : (logs[0] ?? 'chat')],
    pages: {
      key: [...queryKey, ...logs],
      async load({ page, values, signal }) {
        const chosen = values.actor ? actorIds(values.actor) : undefined
        const sources = auditSources({ chat, phones, values, actor: chosen })
        const startOf = (number: number) => JSON.stringify([values, chosen, number])
        async function loadPage(number: number) {
          const from = positions.current.get(startOf(number)) ?? []
          const merged = await mergeLogs(sources, from, PER_PAGE, signal)
          positions.current.set(startOf(number + 1), merged.next)
          return merged
        }
        // Somebody may ask for the next page before the first one of a filter is there.
        let known = page
        while (known > 1 && !positions.current.has(startOf(known))) known -= 1
        for (; known < page; known += 1) await loadPage(known)
        const { entries, hasMore } = await loadPage(page)
        const pages = hasMore ? page + 1 : page
        return { items: entries, page, pages, total: pages * PER_PAGE }
      },
    },
    idOf: ({ of, id }) => `${of} ${id}`,
    nameOf: subjectName,
    filterWords: { label: auditTexts.filters, clear: auditTexts.clear },
    filters: [
      ...(isBoth ? [logFilter()] : []),
      {
        name: 'kind',
        kind: 'select',
        label: auditTexts.what,
        options: [{ value: null, text: auditTexts.everything }, ...kinds],
      },
      { ...actor, name: 'actor', label: auditTexts.who },
      { name: 'from', kind: 'date', label: auditTexts.from },
      { name: 'to', kind: 'date', label: auditTexts.to },
      { name: 'subject', kind: 'text', label: auditTexts.subject },
    ],
    empty: { icon: <FileClock />, title: auditTexts.none, hint: auditTexts.noneHint },
    buttons: () =>
      chat &&
      (['csv', 'json'] as const).map((format) => (
        <a key={format} href={`/api/v1/audit_log/export?format=${format}`} download>
          <FileDown aria-hidden /> {auditTexts.download(format.toUpperCase())}
        </a>
      )),
    view: (entries, { filter }) => (
      <AuditEntries
        words={auditTexts}
        entries={entries.map((entry) => {
          const log: FilterValues = isBoth ? { log: entry.of } : {}
          const kind = kinds.find(({ value }) => value.split(',').includes(entry.subject.kind))?.value
          const subject = entry.subject.id
          return {
            ...(entry.of === 'chat' ? shownOfChat(entry) : shownOfPhones(entry)),
            id: `${entry.of} ${entry.id}`,
            label: isBoth ? auditTexts.logs[entry.of] : undefined,
            action: actionWords(entry),
            subject: subjectName(entry),
            before: entry.before,
            after: entry.after,
            // Ids of the chat are numbers, which things of several kinds have.
            onSubject:
              subject === null
                ? undefined
                : () => filter({ ...log, subject, ...(entry.of === 'chat' && kind && { kind }) }),
          }
        })}
      />
    ),
  }
  return <ResourceList resource={resource} />
}

const logFilter = (): Filter => ({
  name: 'log',
  kind: 'select',
  label: auditTexts.log,
  options: [
    { value: null, text: auditTexts.logs.both },
    { value: 'chat', text: auditTexts.logs.chat },
    { value: 'phones', text: auditTexts.logs.phones },
  ],
})

type OfOneLog = Pick<ShownEntry, 'by' | 'at' | 'note'>

const shownOfChat = (entry: ChatEntry): OfOneLog => ({
  by: entry.actor ? entry.actor.full_name || String(entry.actor.user_id) : nobodyOf(entry),
  at: new Date(entry.at).toISOString(),
  note: (
    <>
      <code>{entry.action}</code>
      {[entry.address, entry.client].filter(Boolean).map((part) => ` · ${part}`)}
    </>
  ),
})

const nobodyOf = ({ address, through }: ChatEntry) => {
  if (through === 'scim') return auditTexts.directory
  return address === null ? auditTexts.server : auditTexts.nobody
}

const shownOfPhones = (entry: PhonesEntry): OfOneLog => ({
  by: entry.contact ? entry.contact.name || entry.contact.id : auditTexts.server,
  at: entry.at,
  note: (
    <>
      {auditTexts.key(entry.api_key?.name)} · <code>{entry.action}</code> · <code>{entry.subject.id}</code>
    </>
  ),
})

/** `user.role_changed` in plain words. Unknown kinds and actions stay readable. */
function actionWords({ of, action }: AuditLogEntry): string {
  const [kind = '', verb = ''] = action.split('.')
  return `${auditTexts.kinds[of][kind] ?? spaced(kind)}: ${auditTexts.verbs[of][verb] ?? spaced(verb)}`
}

/** The name of the thing, if it has one. */
function subjectName(entry: AuditLogEntry): string {
  if (entry.of === 'chat') return entry.subject.name || (entry.subject.id ?? '')
  const state = entry.after ?? entry.before ?? {}
  const { first_name: first, last_name: last, data } = state as Record<string, unknown>
  if (typeof first === 'string') return `${first} ${last ?? ''}`.trim()
  if (isObject(data) && data.name !== undefined) return `${data.id ?? ''} ${data.name}`.trim()
  for (const field of ['name', 'url', 'number', 'reprname', 'subject', 'text']) {
    const value = (state as Record<string, unknown>)[field]
    if (typeof value === 'string' && value !== '') return value
  }
  return entry.subject.id
}

const spaced = (words: string) => words.replaceAll('_', ' ')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

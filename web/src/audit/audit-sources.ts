import type { AuditEntry } from '@switchboard/client/telephony'
import { type ChatOutput, callChat } from '../api/chat-api.ts'
import type { TelephonyClient } from '../api/telephony-api.ts'
import type { FilterValues } from '../resource/resource.ts'
import { auditTexts } from '../texts/audit-texts.ts'
import type { AuditSource, LogEntry, LogPosition } from './merge-logs.ts'

export type ChatEntry = LogEntry & ChatOutput<'GET /audit_log'>['entries'][number] & { of: 'chat' }
export type PhonesEntry = LogEntry & AuditEntry & { of: 'phones' }
export type AuditLogEntry = ChatEntry | PhonesEntry

/** A person by both logs; undefined: unknown there. */
export interface ActorIds {
  chat?: number | undefined
  phones?: string | undefined
}

interface Wanted {
  /** undefined: the reader may not read that log */
  chat: boolean
  phones: TelephonyClient | undefined
  values: FilterValues
  actor: ActorIds | undefined
}

/** The logs that can have entries that pass the filters. */
export function auditSources({ chat, phones, values, actor }: Wanted): AuditSource<AuditLogEntry>[] {
  const has = (log: 'chat' | 'phones') =>
    (!values.log || values.log === log) &&
    (!values.kind || kindIn(log, values.kind) !== undefined) &&
    (!actor || actor[log] !== undefined)
  return [
    ...(chat && has('chat') ? [chatSource(values, actor)] : []),
    ...(phones && has('phones') ? [phonesSource(phones, values, actor)] : []),
  ]
}

/** Kinds that have the same name in both logs are one choice, such as `user,contact`. */
export function kindChoices(logs: readonly ('chat' | 'phones')[]): { value: string; text: string }[] {
  const kinds = new Map<string, string[]>()
  for (const log of logs)
    for (const [kind, text] of Object.entries(auditTexts.kinds[log]))
      kinds.set(text, [...(kinds.get(text) ?? []), kind])
  return [...kinds]
    .map(([text, names]) => ({ value: names.join(','), text }))
    .sort((one, other) => one.text.localeCompare(other.text))
}

const kindIn = (log: 'chat' | 'phones', choice: string): string | undefined =>
  choice.split(',').find((kind) => Object.hasOwn(auditTexts.kinds[log], kind))

function chatSource({ kind, subject = '', from, to }: FilterValues, actor: ActorIds | undefined) {
  const action = kind && kindIn('chat', kind)
  const query = {
    ...(action && { action }),
    ...(actor?.chat !== undefined && { actor_id: actor.chat }),
    ...(subject.trim() && { subject_id: subject.trim() }),
    ...(from && { from: startOf(from).getTime() }),
    ...(to && { to: endOf(to).getTime() }),
  }
  return async (after: LogPosition | undefined, limit: number, signal: AbortSignal) => {
    const anchor = typeof after === 'number' ? { anchor: after } : {}
    const { entries, found_last } = await callChat(
      'GET /audit_log',
      { ...query, ...anchor, limit },
      { signal },
    )
    return {
      entries: entries.map((entry): ChatEntry => ({ ...entry, of: 'chat', time: entry.at, next: entry.id })),
      hasMore: !found_last,
    }
  }
}

function phonesSource(
  client: TelephonyClient,
  { kind, subject = '', from, to }: FilterValues,
  actor: ActorIds | undefined,
) {
  const action = kind && kindIn('phones', kind)
  const query = {
    ...(action && { action }),
    ...(actor?.phones !== undefined && { contact_id: actor.phones }),
    ...(subject.trim() && { subject_id: subject.trim() }),
    ...(from && { from: startOf(from).toISOString() }),
    ...(to && { to: endOf(to).toISOString() }),
  }
  return async (after: LogPosition | undefined, size: number, signal: AbortSignal) => {
    const { shown, newest } = typeof after === 'object' ? after : { shown: 0, newest: undefined }
    // Entries that were written since then would move all others to later pages.
    const until = newest === undefined ? {} : { to: newest }
    const first = Math.floor(shown / size) + 1
    const pages = await Promise.all(
      (shown % size === 0 ? [first] : [first, first + 1]).map((page) =>
        client.page('GET /audit', { ...query, ...until, page, page_size: size }, { signal }),
      ),
    )
    const found = pages.flatMap(({ items }) => items).slice(shown % size, (shown % size) + size)
    const begins = newest ?? found.map(({ at }) => at).reduce((one, at) => (at > one ? at : one), '')
    return {
      entries: found.map(
        (entry, index): PhonesEntry => ({
          ...entry,
          of: 'phones',
          time: Date.parse(entry.at),
          next: { shown: shown + index + 1, newest: begins },
        }),
      ),
      hasMore: shown + found.length < pages[0]!.total,
    }
  }
}

/** Days are local, from midnight to midnight. */
const startOf = (day: string) => new Date(`${day}T00:00:00`)
const endOf = (day: string) => new Date(`${day}T23:59:59.999`)

import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { csvRow } from '../../../platform/files/csv-row.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../users/user.ts'
import { usersTable } from '../users/users-table.ts'
import { type AuditFilter, type AuditPage, listAuditLog } from './audit-log-store.ts'
import type { AuditLogTable } from './audit-log-table.ts'

const exact = { additionalProperties: false }
const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const state = (description: string) =>
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], { description })

export const AuditLogEntrySchema = Type.Object(
  {
    id: Type.Integer(),
    at: Type.Integer({ description: 'Epoch milliseconds.' }),
    actor: Type.Union(
      [Type.Object({ user_id: Type.Integer(), full_name: Type.String() }, exact), Type.Null()],
      { description: 'Who did it; null: the server, its operator, or somebody who has not signed in.' },
    ),
    through: orNull('`session`, `api_key` or `scim`; null: a request without credentials, or no request.'),
    address: orNull('IP address of the request; null: there was no request.'),
    client: orNull('The program that sent the request, as it calls itself.'),
    action: Type.String({ description: 'Such as `user.deactivated`.' }),
    subject: Type.Object({ kind: Type.String(), id: orNull(''), name: orNull('') }, exact),
    before: state('As it was, without credentials.'),
    after: state('As it became, without credentials.'),
  },
  exact,
)

export type AuditLogEntry = Static<typeof AuditLogEntrySchema>

/** One page, and whether it is the last. */
export async function getAuditLog(
  { database }: ChatPlatform,
  { realm }: Actor,
  filter: AuditFilter,
  page: AuditPage,
): Promise<{ entries: AuditLogEntry[]; found_last: boolean }> {
  const { limit } = page
  const rows = await listAuditLog(database.read, realm.id, filter, { ...page, limit: limit + 1 })
  return {
    entries: await viewEntries(database.read, realm.id, rows.slice(0, limit)),
    found_last: rows.length <= limit,
  }
}

/** About people and bots, whose names are in their accounts. */
const kindsOfUsers = ['user', 'bot', 'session']

export async function viewEntries(
  db: Db,
  realmId: number,
  rows: readonly AuditLogTable[],
): Promise<AuditLogEntry[]> {
  const ids = rows.flatMap((row) => [
    ...(row.actor_id === null ? [] : [row.actor_id]),
    ...(kindsOfUsers.includes(row.subject_kind) ? [Number(row.subject_id)] : []),
  ])
  const users = await usersTable.list(db, { realm_id: realmId, id: [...new Set(ids)] })
  const names = new Map(users.map((user) => [user.id, user.full_name]))
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor_id === null ? null : { user_id: row.actor_id, full_name: names.get(row.actor_id) ?? '' },
    through: row.through,
    address: row.address,
    client: row.client,
    action: row.action,
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      name: kindsOfUsers.includes(row.subject_kind)
        ? (names.get(Number(row.subject_id)) ?? null)
        : row.subject_name,
    },
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
  }))
}

/** One query each; nobody waits for a long export. */
const ENTRIES_AT_ONCE = 500

const header = [
  ...['id', 'time', 'actor_id', 'actor', 'through', 'address', 'client', 'action'],
  ...['subject_kind', 'subject_id', 'subject', 'before', 'after'],
]

/** Everything that the filter finds, oldest first, written while it is sent: CSV, or one JSON object in a line. */
export async function* exportAuditLog(
  { database }: ChatPlatform,
  { realm }: Actor,
  filter: AuditFilter,
  format: 'csv' | 'json',
): AsyncIterable<string> {
  if (format === 'csv') yield csvRow(header)
  let anchor = 0
  for (;;) {
    const page = { anchor, isOldestFirst: true, limit: ENTRIES_AT_ONCE }
    const rows = await listAuditLog(database.read, realm.id, filter, page)
    if (rows.length === 0) return
    const entries = await viewEntries(database.read, realm.id, rows)
    yield entries.map((one) => (format === 'csv' ? rowOf(one) : `${JSON.stringify(one)}\n`)).join('')
    anchor = rows.at(-1)!.id
  }
}

const rowOf = ({ id, at, actor, subject, before, after, ...entry }: AuditLogEntry): string =>
  csvRow([
    ...[id, isoDate(at), actor?.user_id ?? null, actor?.full_name ?? null],
    ...[entry.through, entry.address, entry.client, entry.action, subject.kind, subject.id, subject.name],
    ...[before, after].map((state) => (state === null ? null : JSON.stringify(state))),
  ])

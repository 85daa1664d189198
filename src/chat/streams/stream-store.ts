import { jsonIds, jsonTexts } from '../../platform/database/statements/json-list.ts'
import { prepared, preparedOne, preparedWrite } from '../../platform/database/statements/prepared.ts'
import type { Db } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { Stream } from './stream.ts'
import { streamsTable } from './streams-table.ts'

/** The streams with these names, by lower-case name. */
export async function findStreamsByName(
  db: Db,
  realmId: number,
  names: readonly string[],
): Promise<Map<string, Stream>> {
  const keys = JSON.stringify(names.map((name) => name.trim().toLowerCase()))
  const streams = await active(db, realmId).where('name_key', 'in', jsonTexts(db, keys)).execute()
  return new Map(streams.map((stream) => [stream.name_key, stream]))
}

/** How many streams these users have created since then, including archived ones. */
export async function countCreatedStreams(
  db: Db,
  realmId: number,
  creatorIds: readonly number[],
  since: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('streams')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('creator_id', 'in', [...creatorIds])
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findStreamByName(db: Db, realmId: number, name: string): Promise<Stream | undefined> {
  return byName(db, { realmId, nameKey: name.trim().toLowerCase() })
}

/** Cache key of a stream: organization and name. */
export const streamKey = (realmId: number, name: string) => `${realmId}:${name.trim().toLowerCase()}`

export async function findStreamByKey(db: Db, key: string): Promise<Stream | undefined> {
  const colon = key.indexOf(':')
  return byName(db, { realmId: Number(key.slice(0, colon)), nameKey: key.slice(colon + 1) })
}

export async function findStream(db: Db, realmId: number, id: number): Promise<Stream | undefined> {
  return byId(db, { realmId, id })
}

/** What decides whether a user may read it. */
export type StreamForUser = Pick<Stream, 'id' | 'invite_only' | 'history_public'> & {
  is_subscribed: number | null
}

/** Those of the streams that are not archived. */
export async function listStreamsFor(
  db: Db,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<StreamForUser[]> {
  return ids.length === 0 ? [] : forUser(db, { realmId, userId, ids: JSON.stringify(ids) })
}

/** Cache key of a stream's name: organization and id. */
export const streamIdKey = (realmId: number, id: number) => `${realmId}:${id}`

/** Includes archived streams, whose messages keep the name. */
export async function findStreamName(db: Db, key: string): Promise<string | undefined> {
  const colon = key.indexOf(':')
  const values = { realmId: Number(key.slice(0, colon)), id: Number(key.slice(colon + 1)) }
  return (await nameById(db, values))?.name
}

const nameById = preparedOne<ChatTables, { realmId: number; id: number }, { name: string }>((db, parameter) =>
  db
    .selectFrom('streams')
    .select('name')
    .where('realm_id', '=', parameter('realmId'))
    .where('id', '=', parameter('id')),
)

export async function listStreams(db: Db, realmId: number): Promise<Stream[]> {
  return active(db, realmId).orderBy('name_key').execute()
}

export async function listDefaultStreams(db: Db, realmId: number): Promise<Stream[]> {
  return active(db, realmId).where('is_default', '=', 1).orderBy('name_key').execute()
}

/** Ids of streams with at least one active subscriber. */
export async function listOccupiedStreamIds(db: Db, realmId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'subscriptions.realm_id')
        .onRef('users.id', '=', 'subscriptions.user_id'),
    )
    .select('stream_id')
    .distinct()
    .where('subscriptions.realm_id', '=', realmId)
    .where('subscriptions.active', '=', 1)
    .where('users.is_active', '=', 1)
    .execute()
  return new Set(rows.map((row) => row.stream_id))
}

/** Sets the first message of an empty stream. The row decides, because a cached stream may be outdated. */
export const noteFirstMessage = preparedWrite<ChatTables, { realmId: number; streamId: number; id: number }>(
  (db, parameter) =>
    db
      .updateTable('streams')
      .set({ first_message_id: parameter('id') })
      .where('realm_id', '=', parameter('realmId'))
      .where('id', '=', parameter('streamId'))
      .where('first_message_id', 'is', null),
  'once',
  ['realmId', 'streamId'],
)

/**
 * Archives the stream: its messages stay, and its name becomes available. `atEvent`: where the last subscriptions
 * ended.
 */
export async function retireStream(db: Db, stream: Stream, atEvent: number | null): Promise<void> {
  const retired = {
    deactivated: 1,
    archived_at_event: atEvent,
    is_default: 0,
    name_key: `${stream.name_key}\n${stream.id}`,
  }
  await streamsTable.update(db, stream, retired)
}

function active(db: Db, realmId: number) {
  return db.selectFrom('streams').selectAll().where('realm_id', '=', realmId).where('deactivated', '=', 0)
}

const byName = preparedOne<ChatTables, { realmId: number; nameKey: string }, Stream>((db, parameter) =>
  db
    .selectFrom('streams')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('name_key', '=', parameter('nameKey'))
    .where('deactivated', '=', 0),
)

const byId = preparedOne<ChatTables, { realmId: number; id: number }, Stream>((db, parameter) =>
  db
    .selectFrom('streams')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('id', '=', parameter('id'))
    .where('deactivated', '=', 0),
)

const forUser = prepared<ChatTables, { realmId: number; userId: number; ids: string }, StreamForUser>(
  (db, parameter) =>
    db
      .selectFrom('streams')
      .leftJoin('subscriptions', (join) =>
        join
          .onRef('subscriptions.realm_id', '=', 'streams.realm_id')
          .onRef('subscriptions.stream_id', '=', 'streams.id')
          .on('subscriptions.user_id', '=', parameter('userId')),
      )
      .select(['streams.id', 'streams.invite_only', 'streams.history_public'])
      .select('subscriptions.active as is_subscribed')
      .where('streams.realm_id', '=', parameter('realmId'))
      .where('streams.id', 'in', jsonIds(db, parameter('ids')))
      .where('streams.deactivated', '=', 0),
)

import { type Expression, type Kysely, sql } from 'kysely'
import { preparedOne } from '../../platform/database/statements/prepared.ts'
import type { Db } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { FoundMessage, MessageSearch, Place } from './message-search.ts'
import { expressAll, type Parameter, shapeOf, valuesOf } from './narrows/condition-store.ts'

export type Values = Record<string, string | number | readonly string[]>
export type Statement = (db: Db, values: Values) => Promise<{ found: string | null } | undefined>
type PageRow = { id: number; recipient_id: number }
type PageQuery = Expression<PageRow>

/** Numbers of places in one statement. Unused ones are filled with empty places. */
const PLACES_AT_ONCE = [1, 4, 16, 64]

/** Messages of an organization that match the conditions, none of which may be a text condition. */
export async function queryMessages(db: Db, search: MessageSearch): Promise<FoundMessage[]> {
  const statement = statementFor('messages', search, (handle, parameter) =>
    anywhere(handle, search, parameter),
  )
  return readFound(await statement(db, searchValues(search)))
}

/** The same, limited to some places. Each is looked up by an index, and the nearest messages of all are returned. */
export async function queryPlaces(
  db: Db,
  search: MessageSearch,
  places: readonly Place[],
): Promise<FoundMessage[]> {
  const most = PLACES_AT_ONCE.at(-1)!
  const found: FoundMessage[] = []
  for (let start = 0; start < places.length; start += most) {
    const some = places.slice(start, start + most)
    const count = PLACES_AT_ONCE.find((size) => size >= some.length)!
    const statement = statementFor(`places ${count}`, search, (handle, parameter) =>
      inPlaces(handle, search, parameter, count),
    )
    const values = searchValues(search)
    for (let index = 0; index < count; index += 1) {
      const { recipientId, from, to } = some[index] ?? nowhere
      values[`recipient${index}`] = recipientId
      values[`after${index}`] = Math.max(search.after, from - 1)
      values[`before${index}`] = Math.min(search.before, to + 1)
    }
    found.push(...readFound(await statement(db, values)))
  }
  return found
}

const nowhere: Place = { recipientId: -1, from: 1, to: 0 }

export function searchValues({ realmId, userId, after, before, limit, conditions }: MessageSearch): Values {
  return { realmId, userId, after, before, limit, ...valuesOf(conditions) }
}

export function readFound(row: { found: string | null } | undefined): FoundMessage[] {
  if (!row?.found) return []
  return row.found.split(',').map((pair) => {
    const colon = pair.indexOf(':')
    return { id: Number(pair.slice(0, colon)), recipientId: Number(pair.slice(colon + 1)) }
  })
}

/** Narrows have only a few shapes. Each is built and compiled once. */
const statements = new Map<string, Statement>()

/** `kind` distinguishes statements that are built differently for conditions of the same shape. */
export function statementFor(
  kind: string,
  { direction, conditions }: MessageSearch,
  build: (db: Kysely<ChatTables>, parameter: Parameter) => PageQuery,
): Statement {
  const shapes = conditions.map(shapeOf)
  if (shapes.includes(undefined)) return buildStatement(build)
  const key = `${kind} ${direction} ${shapes.join(' ')}`
  let statement = statements.get(key)
  if (!statement) {
    statement = buildStatement(build)
    statements.set(key, statement)
  }
  return statement
}

/** One text for the whole page: for the driver, a row per message costs more than finding it. */
function buildStatement(build: (db: Kysely<ChatTables>, parameter: Parameter) => PageQuery): Statement {
  return preparedOne<ChatTables, Values, { found: string | null }>((db, parameter) =>
    db
      .selectFrom(sql<PageRow>`(${build(db, parameter as Parameter)})`.as('page'))
      .select(
        sql<
          string | null
        >`string_agg(cast(page.id as text) || ':' || cast(page.recipient_id as text), ',')`.as('found'),
      ),
  )
}

const matching = (db: Kysely<ChatTables>, { conditions, direction }: MessageSearch, parameter: Parameter) =>
  db
    .selectFrom('messages')
    .select(['messages.id', 'messages.recipient_id'])
    .where('messages.realm_id', '=', parameter('realmId'))
    .where((build) => build.and(expressAll(build as never, parameter, conditions)))
    .orderBy('messages.id', direction === 'ascending' ? 'asc' : 'desc')
    .limit(parameter('limit'))

const anywhere = (db: Kysely<ChatTables>, search: MessageSearch, parameter: Parameter) =>
  matching(db, search, parameter)
    .where('messages.id', '>', parameter('after'))
    .where('messages.id', '<', parameter('before'))

function inPlaces(
  db: Kysely<ChatTables>,
  search: MessageSearch,
  parameter: Parameter,
  count: number,
): PageQuery {
  const inPlace = (index: number) =>
    matching(db, search, parameter)
      .where('messages.recipient_id', '=', parameter(`recipient${index}`))
      .where('messages.id', '>', parameter(`after${index}`))
      .where('messages.id', '<', parameter(`before${index}`))
  if (count === 1) return inPlace(0)
  const parts = Array.from({ length: count }, (_, index) => sql`select * from (${inPlace(index)}) as place`)
  const direction = sql.raw(search.direction === 'ascending' ? 'asc' : 'desc')
  return sql<PageRow>`select * from (${sql.join(parts, sql` union all `)}) as places
    order by places.id ${direction} limit ${parameter('limit')}`
}

/**
 * The lowest id from which on messages were sent at this time or later, up to `newest` + 1. Ids grow with time, so a
 * binary search by the primary key finds it without an index of times.
 */
export async function findIdSince(db: Db, realmId: number, seconds: number, newest: number): Promise<number> {
  let [low, high] = [0, newest + 1]
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    const message = await firstFrom(db, { realmId, from: middle, below: high })
    if (message && message.sent_at < seconds) low = message.id
    else high = middle
  }
  return high
}

const firstFrom = preparedOne<
  ChatTables,
  { realmId: number; from: number; below: number },
  { id: number; sent_at: number }
>((db, parameter) =>
  db
    .selectFrom('messages')
    .select(['id', 'sent_at'])
    .where('realm_id', '=', parameter('realmId'))
    .where('id', '>=', parameter('from'))
    .where('id', '<', parameter('below'))
    .orderBy('id')
    .limit(1),
)

import { type Kysely, sql } from 'kysely'
import { preparedOne } from '../../platform/database/prepared.ts'
import type { Db } from '../chat.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { Condition } from './condition.ts'
import { conditionValue, express, type Parameter, shapeOf } from './condition-store.ts'
import type { TailMessage } from './message-tail.ts'

export interface Found {
  id: number
  recipientId: number
}

export interface Search {
  realmId: number
  userId: number
  conditions: readonly Condition[]
  /** exclusive */
  after?: number
  /** exclusive */
  before?: number
  direction: 'ascending' | 'descending'
  limit: number
}

/** Messages that fulfil the conditions, whoever may read them: the caller decides that. */
export async function searchMessages(db: Db, search: Search): Promise<Found[]> {
  const values: Values = {
    realmId: search.realmId,
    userId: search.userId,
    after: search.after,
    before: search.before,
    limit: search.limit,
  }
  for (const [place, condition] of search.conditions.entries())
    values[`value${place}`] = conditionValue(condition)
  const row = await statementFor(search)(db, values)
  return row?.found ? readPairs(row.found) : []
}

/** Newest first, with what a search most often asks for. */
export async function listNewestMessages(db: Db, realmId: number, limit: number): Promise<TailMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'recipient_id', 'stream_id', 'topic_key', 'sender_id'])
    .where('realm_id', '=', realmId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    recipientId: row.recipient_id,
    isPrivate: row.stream_id === null,
    topicKey: row.topic_key,
    senderId: row.sender_id,
  }))
}

type Values = Record<string, string | number | undefined>
type Statement = (db: Db, values: Values) => Promise<{ found: string | null } | undefined>

/** Narrows come in few shapes: each is built and compiled once. */
const statements = new Map<string, Statement>()

function statementFor(search: Search): Statement {
  const shapes = search.conditions.map(shapeOf)
  if (shapes.includes(undefined)) return buildStatement(search)
  const bounds = `${search.after === undefined ? '' : 'a'}${search.before === undefined ? '' : 'b'}`
  const key = `${search.direction} ${bounds} ${shapes.join(' ')}`
  let statement = statements.get(key)
  if (!statement) {
    statement = buildStatement(search)
    statements.set(key, statement)
  }
  return statement
}

/** One text for the whole page: a row for each message costs the driver more than finding them. */
function buildStatement(search: Search): Statement {
  return preparedOne<ChatTables, Values, { found: string | null }>((db, parameter) =>
    db
      .selectFrom(pageOf(db, search, parameter as Parameter).as('page'))
      .select(
        sql<
          string | null
        >`string_agg(cast(page.id as text) || ':' || cast(page.recipient_id as text), ',')`.as('found'),
      ),
  ) as Statement
}

function pageOf(db: Kysely<ChatTables>, search: Search, parameter: Parameter) {
  let query = db
    .selectFrom('messages')
    .select(['id', 'recipient_id'])
    .where('realm_id', '=', parameter('realmId'))
    .orderBy('id', search.direction === 'ascending' ? 'asc' : 'desc')
    .limit(parameter('limit'))
  if (search.after !== undefined) query = query.where('id', '>', parameter('after'))
  if (search.before !== undefined) query = query.where('id', '<', parameter('before'))
  for (const [place, condition] of search.conditions.entries()) {
    query = query.where((build) => {
      const expression = express(build as never, parameter, condition, place)
      return condition.negated ? build.not(expression) : expression
    })
  }
  return query
}

function readPairs(text: string): Found[] {
  return text.split(',').map((pair) => {
    const colon = pair.indexOf(':')
    return { id: Number(pair.slice(0, colon)), recipientId: Number(pair.slice(colon + 1)) }
  })
}

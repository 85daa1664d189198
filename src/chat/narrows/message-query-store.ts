import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { With } from '../../platform/database/database.ts'
import { preparedOne } from '../../platform/database/prepared.ts'
import type { Db } from '../chat.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { Condition } from './condition.ts'
import { conditionValue, express, type Parameter, shapeOf } from './condition-store.ts'
import type { Found, Search } from './search-store.ts'

export type Values = Record<string, string | number | readonly string[] | undefined>
export type Statement = (db: Db, values: Values) => Promise<{ found: string | null } | undefined>

/** The messages that fulfil the conditions, none of which asks for text. */
export async function queryMessages(db: Db, search: Search): Promise<Found[]> {
  const statement = statementFor(`messages ${boundsOf(search)}`, search, (handle, parameter) =>
    pageOf(handle, search, parameter),
  )
  return readFound(await statement(db, valuesOf(search)))
}

export function valuesOf(search: Search): Values {
  const { realmId, userId, after, before, limit } = search
  const values: Values = { realmId, userId, after, before, limit }
  for (const [place, condition] of search.conditions.entries())
    values[`value${place}`] = conditionValue(condition)
  return values
}

export function readFound(row: { found: string | null } | undefined): Found[] {
  if (!row?.found) return []
  return row.found.split(',').map((pair) => {
    const colon = pair.indexOf(':')
    return { id: Number(pair.slice(0, colon)), recipientId: Number(pair.slice(colon + 1)) }
  })
}

/** A query for the ids and recipients of one page of messages. */
type BuildPage = (
  db: Kysely<ChatTables>,
  parameter: Parameter,
) => Expression<{ id: number; recipient_id: number }>

/** Narrows come in few shapes: each is built and compiled once. */
const statements = new Map<string, Statement>()

/** `kind` tells apart what is built in different ways for conditions of the same shape. */
export function statementFor(kind: string, search: Search, build: BuildPage): Statement {
  const shapes = search.conditions.map(shapeOf)
  if (shapes.includes(undefined)) return buildStatement(build)
  const key = `${kind} ${search.direction} ${shapes.join(' ')}`
  let statement = statements.get(key)
  if (!statement) {
    statement = buildStatement(build)
    statements.set(key, statement)
  }
  return statement
}

/** One text for the whole page: a row for each message costs the driver more than finding them. */
function buildStatement(build: BuildPage): Statement {
  return preparedOne<ChatTables, Values, { found: string | null }>((db, parameter) =>
    db
      .selectFrom(
        sql<{ id: number; recipient_id: number }>`(${build(db, parameter as Parameter)})`.as('page'),
      )
      .select(
        sql<
          string | null
        >`string_agg(cast(page.id as text) || ':' || cast(page.recipient_id as text), ',')`.as('found'),
      ),
  ) as Statement
}

const boundsOf = ({ after, before }: Search) =>
  `${after === undefined ? '' : 'a'}${before === undefined ? '' : 'b'}`

function pageOf(db: Kysely<ChatTables>, search: Search, parameter: Parameter) {
  let query = db
    .selectFrom('messages')
    .select(['id', 'recipient_id'])
    .where('realm_id', '=', parameter('realmId'))
    .orderBy('id', search.direction === 'ascending' ? 'asc' : 'desc')
    .limit(parameter('limit'))
  if (search.after !== undefined) query = query.where('id', '>', parameter('after'))
  if (search.before !== undefined) query = query.where('id', '<', parameter('before'))
  return query.where((build) => build.and(expressAll(build as never, parameter, search.conditions)))
}

/** In their places, which name their values. */
export function expressAll(
  build: ExpressionBuilder<With<ChatTables>, 'messages'>,
  parameter: Parameter,
  conditions: readonly Condition[],
): Expression<SqlBool>[] {
  return conditions.map((condition, place) => {
    const expression = express(build, parameter, condition, place)
    return condition.negated ? build.not(expression) : expression
  })
}

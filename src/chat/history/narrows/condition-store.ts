import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { With } from '../../../platform/database/database.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { Condition } from './condition.ts'

type Build = ExpressionBuilder<With<ChatTables>, 'messages'>

/** Placeholder for a value of the statement. */
export type Parameter = (name: string) => never

/**
 * All conditions in SQL. Their values are parameters, named by position, so narrows of the same shape share a
 * statement.
 */
export const expressAll = (build: Build, parameter: Parameter, conditions: readonly Condition[]) =>
  conditions.map((condition, index): Expression<SqlBool> => {
    const expression = express(build, parameter, condition, index)
    return condition.negated ? build.not(expression) : expression
  })

/** The values of the parameters in `expressAll`. */
export function valuesOf(conditions: readonly Condition[]): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  for (const [index, condition] of conditions.entries()) {
    if (condition.kind === 'column' && condition.values.length === 1)
      values[`value${index}`] = condition.values[0]!
    if (condition.kind === 'topic') values[`value${index}`] = condition.key
  }
  return values
}

/** The same for conditions that differ only in their values; undefined: a list is part of the statement. */
export function shapeOf(condition: Condition): string | undefined {
  const sign = condition.negated ? '-' : ''
  switch (condition.kind) {
    case 'column':
      return condition.values.length === 1 ? `${sign}${condition.column}` : undefined
    case 'flag':
      return `${sign}${condition.flag}`
    case 'topic prefix':
      return `${sign}prefix ${condition.prefix}`
    default:
      return `${sign}${condition.kind}`
  }
}

function express(
  build: Build,
  parameter: Parameter,
  condition: Condition,
  index: number,
): Expression<SqlBool> {
  switch (condition.kind) {
    case 'column':
      return condition.values.length === 1
        ? build(`messages.${condition.column}`, '=', parameter(`value${index}`))
        : among(build, condition.column, condition.values)
    case 'topic':
      return build.and([
        build('messages.stream_id', 'is not', null),
        build('messages.topic_key', '=', parameter(`value${index}`)),
      ])
    case 'topic prefix':
      return sql<SqlBool>`substr(${build.ref('messages.topic_key')}, 1, ${condition.prefix.length}) = ${condition.prefix}`
    case 'private':
      return build('messages.stream_id', 'is', null)
    case 'flag':
      return flagged(build, parameter, condition.flag)
    case 'muted':
      return build.or([
        build.and([
          build.exists(mutedStream(build, parameter)),
          build.not(build.exists(topicWithPolicy(build, parameter, [2, 3]))),
        ]),
        build.exists(topicWithPolicy(build, parameter, [1])),
      ])
    case 'followed':
      return build.exists(topicWithPolicy(build, parameter, [3]))
    case 'reaction':
      return build.exists(reaction(build, parameter))
    case 'unread':
      throw new Error('The scope selects unread messages: see history/search-scope.ts.')
    case 'text':
      throw new Error('Text is searched by history/search/find-by-text.ts.')
  }
}

/** An empty list is a constant, because SQL has no empty `in ()`. Lists of numbers are safe as literals. */
function among(build: Build, column: string, values: readonly number[]) {
  if (values.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`${build.ref(`messages.${column}` as never)} in (${sql.raw(values.map(Number).join(','))})`
}

function mutedStream(build: Build, parameter: Parameter) {
  return build
    .selectFrom('subscriptions as own')
    .select('own.stream_id')
    .where('own.realm_id', '=', parameter('realmId'))
    .where('own.user_id', '=', parameter('userId'))
    .whereRef('own.stream_id', '=', 'messages.stream_id')
    .where('own.is_muted', '=', 1)
}

/**
 * See streams/topic-visibility/visibility-policy.ts: an unmuted or followed topic is shown even if its stream is muted.
 */
function topicWithPolicy(build: Build, parameter: Parameter, policies: readonly number[]) {
  return build
    .selectFrom('muted_topics as own')
    .select('own.stream_id')
    .where('own.realm_id', '=', parameter('realmId'))
    .where('own.user_id', '=', parameter('userId'))
    .whereRef('own.stream_id', '=', 'messages.stream_id')
    .whereRef('own.topic_key', '=', 'messages.topic_key')
    .where('own.visibility_policy', 'in', policies)
}

function flagged(build: Build, parameter: Parameter, flag: 'starred' | 'mentioned' | 'has_alert_word') {
  const rows = build
    .selectFrom('message_flags')
    .select('message_flags.message_id')
    .where('message_flags.realm_id', '=', parameter('realmId'))
    .where('message_flags.user_id', '=', parameter('userId'))
    .where(`message_flags.${flag}`, '=', 1)
  const own = build('messages.id', 'in', rows)
  return flag === 'mentioned' ? build.or([own, build('messages.mentions_everyone', '=', 1)]) : own
}

function reaction(build: Build, parameter: Parameter) {
  return build
    .selectFrom('reactions')
    .select('reactions.message_id')
    .where('reactions.realm_id', '=', parameter('realmId'))
    .whereRef('reactions.message_id', '=', 'messages.id')
}

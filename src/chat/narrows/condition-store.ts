import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { With } from '../../platform/database/database.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { Condition } from './condition.ts'

type Build = ExpressionBuilder<With<ChatTables>, 'messages'>

/** Clients put it before the topic of what is settled. */
const RESOLVED_PREFIX = '✔ '

/** Stands for a value that is filled in when the statement runs. */
export type Parameter = (name: string) => never

/**
 * A condition in SQL. Single values are parameters, named by the condition's place, so that narrows of the
 * same shape share a statement; see conditionValue.
 */
export function express(
  build: Build,
  parameter: Parameter,
  condition: Condition,
  place: number,
): Expression<SqlBool> {
  const value = () => parameter(`value${place}`)
  switch (condition.kind) {
    case 'recipient':
      return build('recipient_id', '=', value())
    case 'recipients':
      return among(build, 'recipient_id', condition.ids)
    case 'streams':
      return build.and([build('stream_id', 'is not', null), among(build, 'stream_id', condition.ids)])
    case 'topic':
      return build.and([build('stream_id', 'is not', null), build('topic_key', '=', value())])
    case 'muted':
      return build.or([
        build.and([
          build.exists(mutedStream(build, parameter)),
          build.not(build.exists(topicWithPolicy(build, parameter, [2, 3]))),
        ]),
        build.exists(topicWithPolicy(build, parameter, [1])),
      ])
    case 'sender':
      return build('sender_id', '=', value())
    case 'message':
      return build('id', '=', value())
    case 'private':
      return build('stream_id', 'is', null)
    case 'has':
      if (condition.what === 'reaction') return build.exists(reaction(build, parameter))
      return build(`has_${condition.what}`, '=', 1)
    case 'flag':
      return flagged(build, parameter, condition.flag)
    case 'unread':
      return among(build, 'id', condition.ids)
    case 'resolved':
      return build.and([
        build('stream_id', 'is not', null),
        sql<SqlBool>`substr(${build.ref('topic_key')}, 1, ${RESOLVED_PREFIX.length}) = ${RESOLVED_PREFIX}`,
      ])
    case 'text':
      throw new Error('Text is looked for by search/find-by-text.ts.')
  }
}

/** The single value of a condition, if it has one. */
export function conditionValue(condition: Condition): string | number | undefined {
  switch (condition.kind) {
    case 'recipient':
    case 'sender':
    case 'message':
      return condition.id
    case 'topic':
      return condition.key
    default:
      return undefined
  }
}

/** The same for conditions that differ only in their values; undefined when lists are part of the statement. */
export function shapeOf(condition: Condition): string | undefined {
  const { kind, negated } = condition
  if (kind === 'recipients' || kind === 'streams' || kind === 'unread' || kind === 'text') return undefined
  const detail = kind === 'has' ? condition.what : kind === 'flag' ? condition.flag : ''
  return `${negated ? '-' : ''}${kind}${detail}`
}

/** An empty list is written out, since SQL has no empty `in ()`. */
function among(build: Build, column: 'id' | 'recipient_id' | 'stream_id', ids: readonly number[]) {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`
  // As a literal: lists can be longer than the parameters that a statement may have, and hold only numbers.
  return sql<SqlBool>`${build.ref(column)} in (${sql.raw(ids.map(Number).join(','))})`
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

/** See user-topics/visibility-policy.ts: who unmutes or follows a topic wants it in spite of its muted stream. */
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
  const own = build('id', 'in', rows)
  return flag === 'mentioned' ? build.or([own, build('mentions_everyone', '=', 1)]) : own
}

function reaction(build: Build, parameter: Parameter) {
  return build
    .selectFrom('reactions')
    .select('reactions.message_id')
    .where('reactions.realm_id', '=', parameter('realmId'))
    .whereRef('reactions.message_id', '=', 'messages.id')
}

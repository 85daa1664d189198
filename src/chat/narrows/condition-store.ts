import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { anywhere } from '../../platform/database/anywhere.ts'
import type { With } from '../../platform/database/database.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { Condition } from './condition.ts'

type Build = ExpressionBuilder<With<ChatTables>, 'messages'>

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
        build.exists(mutedStream(build, parameter)),
        build.exists(mutedTopic(build, parameter)),
      ])
    case 'sender':
      return build('sender_id', '=', value())
    case 'message':
      return build('id', '=', value())
    case 'private':
      return build('stream_id', 'is', null)
    case 'has':
      return build(`has_${condition.what}`, '=', 1)
    case 'flag':
      return flagged(build, parameter, condition.flag)
    case 'unread':
      return among(build, 'id', condition.ids)
    case 'text':
      return build.and(condition.words.map((word) => contains(build, word)))
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

function mutedTopic(build: Build, parameter: Parameter) {
  return build
    .selectFrom('muted_topics as own')
    .select('own.stream_id')
    .where('own.realm_id', '=', parameter('realmId'))
    .where('own.user_id', '=', parameter('userId'))
    .whereRef('own.stream_id', '=', 'messages.stream_id')
    .whereRef('own.topic_key', '=', 'messages.topic_key')
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

function contains(build: Build, word: string) {
  const pattern = anywhere(word)
  return sql<SqlBool>`(${lowerContent(build, word)} like ${pattern} escape '\\' or ${build.ref('topic_key')} like ${pattern} escape '\\')`
}

/** A word has few letters; this keeps a text that has all of them from becoming a statement that is too deep. */
const LETTERS_FOLDED = 50

/** The databases' own lower() may know no letters but ASCII: those that the word has are folded one by one. */
function lowerContent(build: Build, word: string) {
  let text = sql<string>`lower(${build.ref('content')})`
  const letters = [...new Set(word)].filter((letter) => letter > '\u007f')
  for (const letter of letters.slice(0, LETTERS_FOLDED)) {
    const capital = letter.toUpperCase()
    if (capital !== letter && capital.length === letter.length) {
      text = sql<string>`replace(${text}, ${capital}, ${letter})`
    }
  }
  return text
}

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { With } from '../../platform/database/database.ts'
import type { Db } from '../chat.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { Condition } from './condition.ts'

export interface Found {
  id: number
  recipient_id: number
  stream_id: number | null
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

/** Ids of messages that fulfil the conditions, whoever may read them: the caller decides that. */
export async function searchMessages(db: Db, search: Search): Promise<Found[]> {
  let query = db
    .selectFrom('messages')
    .select(['id', 'recipient_id', 'stream_id'])
    .where('realm_id', '=', search.realmId)
    .orderBy('id', search.direction === 'ascending' ? 'asc' : 'desc')
    .limit(search.limit)
  if (search.after !== undefined) query = query.where('id', '>', search.after)
  if (search.before !== undefined) query = query.where('id', '<', search.before)
  for (const condition of search.conditions) {
    query = query.where((build) => {
      const expression = express(build, search, condition)
      return condition.negated ? build.not(expression) : expression
    })
  }
  return query.execute()
}

type Build = ExpressionBuilder<With<ChatTables>, 'messages'>

function express(build: Build, search: Search, condition: Condition): Expression<SqlBool> {
  switch (condition.kind) {
    case 'recipient':
      return build('recipient_id', '=', condition.id)
    case 'recipients':
      return among(build, 'recipient_id', condition.ids)
    case 'streams':
      return build.and([build('stream_id', 'is not', null), among(build, 'stream_id', condition.ids)])
    case 'topic':
      return build.and([build('stream_id', 'is not', null), build('topic_key', '=', condition.key)])
    case 'muted':
      return build.or([build.exists(mutedStream(build, search)), build.exists(mutedTopic(build, search))])
    case 'sender':
      return build('sender_id', '=', condition.id)
    case 'message':
      return build('id', '=', condition.id)
    case 'private':
      return build('stream_id', 'is', null)
    case 'has':
      return build(`has_${condition.what}`, '=', 1)
    case 'flag':
      return flagged(build, search, condition.flag)
    case 'unread':
      return among(build, 'id', condition.ids)
    case 'text':
      return build.and(condition.words.map((word) => contains(build, word)))
  }
}

/** An empty list is written out, since SQL has no empty `in ()`. */
function among(build: Build, column: 'id' | 'recipient_id' | 'stream_id', ids: readonly number[]) {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`
  // As a literal: lists can be longer than the parameters that a statement may have, and hold only numbers.
  return sql<SqlBool>`${build.ref(column)} in (${sql.raw(ids.map(Number).join(','))})`
}

function mutedStream(build: Build, search: Search) {
  return build
    .selectFrom('subscriptions as own')
    .select('own.stream_id')
    .where('own.realm_id', '=', search.realmId)
    .where('own.user_id', '=', search.userId)
    .whereRef('own.stream_id', '=', 'messages.stream_id')
    .where('own.is_muted', '=', 1)
}

function mutedTopic(build: Build, search: Search) {
  return build
    .selectFrom('muted_topics as own')
    .select('own.stream_id')
    .where('own.realm_id', '=', search.realmId)
    .where('own.user_id', '=', search.userId)
    .whereRef('own.stream_id', '=', 'messages.stream_id')
    .whereRef('own.topic_key', '=', 'messages.topic_key')
}

function flagged(build: Build, search: Search, flag: 'starred' | 'mentioned' | 'has_alert_word') {
  const rows = build
    .selectFrom('message_flags')
    .select('message_flags.message_id')
    .where('message_flags.realm_id', '=', search.realmId)
    .where('message_flags.user_id', '=', search.userId)
    .where(`message_flags.${flag}`, '=', 1)
  const own = build('id', 'in', rows)
  return flag === 'mentioned' ? build.or([own, build('mentions_everyone', '=', 1)]) : own
}

function contains(build: Build, word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
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

import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/**
 * Stores read state as ranges of message ids. Before, there were marks (everything up to a message is read: overall,
 * in a stream, in a topic) and rows for single messages that deviate from a mark.
 */
export async function createReadRanges(db: AnyHandle): Promise<void> {
  await createTables(db, tables, [])
  const readers = await sql<Reader>`
    select realm_id, user_id from read_marks
    union
    select realm_id, user_id from message_flags where read is not null`.execute(db)
  for (const reader of readers.rows) await convert(db, reader)
  await db.schema.dropTable('read_marks').execute()
  await db.schema.alterTable('message_flags').dropColumn('read').execute()
  await sql`delete from message_flags
    where starred = 0 and collapsed = 0 and mentioned = 0 and has_alert_word = 0`.execute(db)
}

const tables: Record<string, TablePlan> = {
  read_ranges: {
    columns: { realm_id: 'id', user_id: 'id', recipient_id: 'id', from_id: 'number', to_id: 'number' },
    key: ['realm_id', 'user_id', 'recipient_id', 'from_id'],
  },
}

interface Reader {
  realm_id: number
  user_id: number
}

interface Message {
  id: number
  recipient_id: number
  previous_id: number
  read: number
}

/** Ascending, without overlaps. */
type Ranges = [from: number, to: number][]

async function convert(db: AnyHandle, { realm_id, user_id }: Reader): Promise<void> {
  const read = new Map<number, Ranges>()
  const add = (recipient: number, from: number, to: number) =>
    read.set(recipient, merged([...(read.get(recipient) ?? []), [from, to]]))

  const marks = await sql<{ recipient_id: number; until_message: number }>`
    select receptions.recipient_id, max(read_marks.until_message) as until_message
    from read_marks join receptions
      on receptions.realm_id = read_marks.realm_id and receptions.user_id = read_marks.user_id
        and (read_marks.stream_id = 0 or read_marks.stream_id = receptions.stream_id)
    where read_marks.realm_id = ${realm_id} and read_marks.user_id = ${user_id} and read_marks.topic_key = ''
    group by receptions.recipient_id`.execute(db)
  for (const { recipient_id, until_message } of marks.rows) add(recipient_id, 1, until_message)

  const inTopics = await sql<Message>`
    select messages.id, messages.recipient_id, 1 as read, ${previousId} as previous_id
    from read_marks join messages
      on messages.realm_id = read_marks.realm_id and messages.stream_id = read_marks.stream_id
        and messages.topic_key = read_marks.topic_key and messages.id <= read_marks.until_message
    where read_marks.realm_id = ${realm_id} and read_marks.user_id = ${user_id} and read_marks.topic_key <> ''
    order by messages.id`.execute(db)
  const single = await sql<Message>`
    select messages.id, messages.recipient_id, message_flags.read, ${previousId} as previous_id
    from message_flags join messages
      on messages.realm_id = message_flags.realm_id and messages.id = message_flags.message_id
    where message_flags.realm_id = ${realm_id} and message_flags.user_id = ${user_id}
      and message_flags.read is not null
    order by messages.id`.execute(db)
  for (const { id, recipient_id, previous_id, read: isRead } of [...inTopics.rows, ...single.rows]) {
    if (isRead === 1) add(recipient_id, previous_id + 1, id)
    else read.set(recipient_id, without(read.get(recipient_id) ?? [], previous_id + 1, id))
  }

  const rows = [...read].flatMap(([recipient_id, ranges]) =>
    ranges.map(([from_id, to_id]) => ({ realm_id, user_id, recipient_id, from_id, to_id })),
  )
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('read_ranges')
      .values(rows.slice(start, start + 500))
      .execute()
  }
}

/** The id of the previous message in the same stream or conversation: a message covers the ids since then. */
const previousId = sql<number>`(select coalesce(max(previous.id), 0) from messages as previous
  where previous.realm_id = messages.realm_id and previous.recipient_id = messages.recipient_id
    and previous.id < messages.id)`

function merged(ranges: Ranges): Ranges {
  const result: Ranges = []
  for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
    const last = result.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

const without = (ranges: Ranges, from: number, to: number): Ranges =>
  ranges
    .flatMap(([first, last]): Ranges => {
      if (last < from || first > to) return [[first, last]]
      return [
        [first, from - 1],
        [to + 1, last],
      ]
    })
    .filter(([first, last]) => first <= last)

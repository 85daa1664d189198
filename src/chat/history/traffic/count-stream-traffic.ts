import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Stream } from '../../streams/stream.ts'
import { audienceOfStream, streamUpdated } from '../../streams/stream-events.ts'
import { findStream } from '../../streams/stream-store.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import { findIdSince } from '../message-query-store.ts'
import { countMessagesFrom, listUncounted } from './stream-traffic-store.ts'

const DAYS_PER_WEEK = 7

/** Messages per week, rounded to two digits: 1,234 becomes 1,200. At least 1 if there was a message. */
export function weeklyTraffic(messages: number, days: number): number {
  if (messages === 0) return 0
  const average = Math.max(1, Math.floor((messages * DAYS_PER_WEEK) / days))
  const unit = 10 ** Math.max(0, String(average).length - 2)
  return Math.round(average / unit) * unit
}

const DAY_SECONDS = 86_400
/** A younger stream has no usual traffic yet. */
const MIN_DAYS = 7
const COUNTED_DAYS = 28
const STREAMS_PER_PAGE = 100

/** Counts the messages of each stream once a day, so that clients can show how busy it is. */
export async function countStreamTraffic(chat: ChatPlatform, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && chat.leadership.isLeader) {
    const now = secondsOf(chat.clock)
    const streams = await listUncounted(chat.database.read, {
      countedUntil: now - DAY_SECONDS,
      createdUntil: now - MIN_DAYS * DAY_SECONDS,
      limit: STREAMS_PER_PAGE,
    })
    for (const stream of streams) {
      if (stopping.aborted) return
      await countTrafficOf(chat, stream, now)
    }
    if (streams.length < STREAMS_PER_PAGE) return
  }
}

async function countTrafficOf(chat: ChatPlatform, { realm_id: realmId, id }: Stream, now: number) {
  await chat.transact(realmId, async (transaction) => {
    const { db } = transaction
    const stream = await findStream(db, realmId, id)
    if (!stream) return
    const firstId = await findIdSince(db, realmId, now - COUNTED_DAYS * DAY_SECONDS, Number.MAX_SAFE_INTEGER)
    const days = Math.min(Math.floor((now - stream.created_at) / DAY_SECONDS), COUNTED_DAYS)
    const traffic = weeklyTraffic(await countMessagesFrom(db, stream, firstId), days)
    await streamsTable.update(
      db,
      { realm_id: realmId, id },
      { weekly_traffic: traffic, traffic_counted_at: now },
    )
    if (traffic === stream.weekly_traffic) return
    transaction.announce(streamUpdated(stream, audienceOfStream(stream), 'stream_weekly_traffic', traffic))
  })
}

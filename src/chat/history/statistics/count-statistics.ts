import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { readHistory } from '../../messages/read-history.ts'
import { findIdSince } from '../message-query-store.ts'
import { countBySender, countStorage, findEnds, listCounted } from './statistics-store.ts'
import {
  type StatisticDaysTable,
  type StatisticStreamsTable,
  statisticDaysTable,
  statisticStorageTable,
  statisticStreamsTable,
} from './statistics-tables.ts'

export const DAY_SECONDS = 86_400
/** How far back an organization is counted for the first time. */
const FIRST_DAYS = 90
/** As long as the longest period that can be asked for, and a little more. */
const KEPT_DAYS = 400

/**
 * Counts each day once when it is over, a day at a time, from the history: nobody who sends a message waits for it. What
 * is deleted or moved later stays counted where it was written.
 */
export async function countStatistics(chat: ChatPlatform, stopping: AbortSignal): Promise<void> {
  const today = Math.floor(secondsOf(chat.clock) / DAY_SECONDS)
  const isOver = () => stopping.aborted || !chat.leadership.isLeader
  for (const { id, day: last } of await listCounted(chat.database.read)) {
    if (last !== null && last >= today - 1) continue
    const ends = await readHistory(chat, id, (db) => findEnds(db, id))
    const firstDay = ends ? Math.floor(ends.sentAt / DAY_SECONDS) : today
    // At least yesterday: then it is known that this organization was counted.
    const from = Math.max(last === null ? Math.min(firstDay, today - 1) : last + 1, today - FIRST_DAYS)
    for (let day = from; day < today; day += 1) {
      if (isOver()) return
      await countDay(chat, id, day, ends?.newest ?? 0)
    }
    if (isOver()) return
    await storeStorage(chat, id)
  }
  await chat.database.write(0, {
    async work({ db }) {
      await statisticDaysTable.removeBefore(db, 'day', today - KEPT_DAYS)
      await statisticStreamsTable.removeBefore(db, 'day', today - KEPT_DAYS)
    },
  })
}

/** `newest`: the id of the newest message, which bounds the search for the first and the last one of the day. */
async function countDay(chat: ChatPlatform, realmId: number, day: number, newest: number): Promise<void> {
  const counts = await readHistory(chat, realmId, async (db) => {
    const start = (of: number) => findIdSince(db, realmId, of * DAY_SECONDS, newest)
    return countBySender(db, { realmId, from: await start(day), below: await start(day + 1) })
  })
  const streams = new Map<number, number>()
  for (const { stream_id: id, messages } of counts)
    if (id !== null) streams.set(id, (streams.get(id) ?? 0) + messages)
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0)
  const total: StatisticDaysTable = {
    ...{ realm_id: realmId, day },
    messages: sum(counts.map(({ messages }) => messages)),
    in_streams: sum(streams.values()),
    writers: new Set(counts.map(({ sender_id: id }) => id)).size,
  }
  const ofStreams: StatisticStreamsTable[] = [...streams].map(([stream_id, messages]) => ({
    ...{ realm_id: realmId, day, stream_id, messages },
  }))
  await chat.database.write(realmId, {
    async work({ db }) {
      await statisticDaysTable.put(db, total)
      if (ofStreams.length > 0) await statisticStreamsTable.put(db, ofStreams)
    },
  })
}

async function storeStorage(chat: ChatPlatform, realmId: number): Promise<void> {
  const rows = await readHistory(chat, realmId, (db) => countStorage(db, realmId))
  await chat.database.write(realmId, {
    async work({ db }) {
      await statisticStorageTable.removeWhere(db, { realm_id: realmId })
      if (rows.length > 0)
        await statisticStorageTable.insert(
          db,
          rows.map((row) => ({ realm_id: realmId, ...row })),
        )
    },
  })
}

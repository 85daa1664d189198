import { dateOf, secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { DAY_SECONDS } from './count-statistics.ts'
import { countSeenSince, listBusiestStreams, listDays } from './statistics-store.ts'
import { statisticStorageTable } from './statistics-tables.ts'

export const STREAMS_LIMIT = 50

/** What was counted, and who is here now. */
export async function showStatistics(
  { database: { read }, clock }: ChatPlatform,
  { id }: Realm,
  days: number,
) {
  const now = secondsOf(clock)
  const from = Math.floor(now / DAY_SECONDS) - days
  const seenWithin = (period: number) => countSeenSince(read, id, now - period * DAY_SECONDS)
  const users = await usersTable.list(read, { realm_id: id, is_active: 1 })
  const storage = await statisticStorageTable.list(read, { realm_id: id })
  return {
    days: (await listDays(read, id, from)).map(({ realm_id: _, day, ...counts }) => ({
      date: dateOf(day * DAY_SECONDS * 1000)
        .toISOString()
        .slice(0, 10),
      ...counts,
    })),
    streams: await listBusiestStreams(read, id, from, STREAMS_LIMIT),
    storage: storage.map(({ kind, files, bytes }) => ({ kind, files, bytes })),
    people: {
      accounts: users.filter((user) => !isBot(user)).length,
      seen_day: await seenWithin(1),
      seen_week: await seenWithin(7),
      seen_month: await seenWithin(30),
    },
  }
}

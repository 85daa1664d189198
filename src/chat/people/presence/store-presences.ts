import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { People } from '../people.ts'
import { mergeRow, presenceRow, type RealmPresences } from './live-presences.ts'
import { listPresences, storePresence } from './presence-store.ts'

/** Longer than any process takes to write its reports. */
const LOOK_BACK_SECONDS = 120
/** Short transactions, to let other writers in. */
const WRITTEN_AT_ONCE = 500

/** Writes the reports since the last run, then reads those that other nodes wrote. */
export async function storePresences(chat: People): Promise<void> {
  for (const [realmId, presences] of chat.presences.loaded) {
    if (!presences.used && presences.touched.size === 0) {
      chat.presences.drop(realmId)
      continue
    }
    presences.used = false
    await writeTouched(chat, realmId, presences)
    const since = secondsOf(chat.clock) - LOOK_BACK_SECONDS
    for (const row of await listPresences(chat.database.read, realmId, since)) mergeRow(presences, row)
  }
}

async function writeTouched(
  chat: ChatPlatform,
  realmId: number,
  { byUser, touched }: RealmPresences,
): Promise<void> {
  if (touched.size === 0) return
  // The same order on all nodes prevents deadlocks.
  const userIds = [...touched].sort((one, other) => one - other)
  touched.clear()
  const rows = userIds.flatMap((userId) => {
    const presence = byUser.get(userId)
    return presence ? [presenceRow(realmId, userId, presence)] : []
  })
  try {
    for (let start = 0; start < rows.length; start += WRITTEN_AT_ONCE) {
      await chat.database.write(realmId, {
        async work({ db }) {
          for (const row of rows.slice(start, start + WRITTEN_AT_ONCE)) await storePresence(db, row)
        },
      })
    }
  } catch (error) {
    for (const userId of userIds) touched.add(userId)
    throw error
  }
}

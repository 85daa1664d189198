import { secondsOf } from '../../../platform/clock.ts'
import type { Chat } from '../../chat.ts'
import { mergeRow, presenceRow, type RealmPresences } from './known-presences.ts'
import { listPresences, storePresence } from './presence-store.ts'

/** Longer than it takes until every process has written down what it heard. */
const LOOK_BACK_SECONDS = 120
/** Others want to write, too. */
const WRITTEN_AT_ONCE = 500

/** All that was heard since the last time; then what others wrote. */
export async function storePresences(chat: Chat): Promise<void> {
  for (const [realmId, presences] of chat.presences.loaded) {
    if (!presences.used && presences.touched.size === 0) {
      chat.presences.forget(realmId)
      continue
    }
    presences.used = false
    await writeDown(chat, realmId, presences)
    const since = secondsOf(chat.clock) - LOOK_BACK_SECONDS
    for (const row of await listPresences(chat.database.read, realmId, since)) mergeRow(presences, row)
  }
}

async function writeDown(chat: Chat, realmId: number, { byUser, touched }: RealmPresences): Promise<void> {
  if (touched.size === 0) return
  // In one order on all nodes: two of them that store the same people do not deadlock.
  const userIds = [...touched].sort((one, other) => one - other)
  touched.clear()
  const rows = userIds.map((userId) => presenceRow(realmId, userId, byUser.get(userId)!))
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

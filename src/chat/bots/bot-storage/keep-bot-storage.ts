import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { type Actor, isBot } from '../../identity/users/user.ts'
import { botStorageTable } from './bot-storage-table.ts'

const BYTES_LIMIT = 1_000_000
export const KEYS_LIMIT = 1000
const KEY_LIMIT = 255

/** Overwrites the values of existing keys. */
export async function putBotStorage(
  chat: ChatPlatform,
  actor: Actor,
  storage: Readonly<Record<string, unknown>>,
): Promise<void> {
  checkIsBot(actor)
  const { realm_id, id: user_id } = actor.user
  const rows = Object.entries(storage).map(([key, value]) => ({
    realm_id,
    user_id,
    ...checkEntry(key, value),
  }))
  await chat.database.write(realm_id, {
    async work({ db }) {
      const stored = await botStorageTable.pick(db, { realm_id, user_id }, ['key', 'size'])
      const sizes = new Map(stored.map(({ key, size }) => [key, size]))
      for (const { key, size } of rows) sizes.set(key, size)
      if (sizes.size > KEYS_LIMIT) throw badRequest(`Bot storage quota exceeded (limit: ${KEYS_LIMIT} keys)`)
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      if (total > BYTES_LIMIT) throw badRequest(`Bot storage quota exceeded (limit: ${BYTES_LIMIT} bytes)`)
      await botStorageTable.put(db, rows)
    },
  })
}

/** keys undefined: all. */
export async function getBotStorage(
  chat: ChatPlatform,
  actor: Actor,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  checkIsBot(actor)
  const rows = await botStorageTable.list(chat.database.read, entriesOf(actor, keys))
  checkFound(
    keys,
    rows.map(({ key }) => key),
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** keys undefined: all. Deletes all of the keys or none. */
export async function deleteBotStorage(
  chat: ChatPlatform,
  actor: Actor,
  keys: readonly string[] | undefined,
): Promise<void> {
  checkIsBot(actor)
  await chat.database.write(actor.realm.id, {
    async work({ db }) {
      const rows = await botStorageTable.pick(db, entriesOf(actor, keys), ['key'])
      checkFound(
        keys,
        rows.map(({ key }) => key),
      )
      await botStorageTable.removeWhere(db, entriesOf(actor, keys))
    },
  })
}

const entriesOf = ({ user }: Actor, keys: readonly string[] | undefined) => ({
  realm_id: user.realm_id,
  user_id: user.id,
  ...(keys && { key: keys }),
})

function checkIsBot({ user }: Actor): void {
  if (!isBot(user)) throw badRequest('This endpoint is only for bots.')
}

function checkFound(wanted: readonly string[] | undefined, found: readonly string[]): void {
  const known = new Set(found)
  if (wanted?.some((key) => !known.has(key))) throw badRequest('Key does not exist.')
}

function checkEntry(key: string, value: unknown): { key: string; value: string; size: number } {
  if (typeof value !== 'string') throw badRequest('storage contains a value that is not a string')
  if ([...key].length > KEY_LIMIT)
    throw badRequest(`A key of storage is too long (limit: ${KEY_LIMIT} characters)`)
  if (`${key}${value}`.includes('\0')) throw badRequest('storage must not contain null bytes')
  return { key, value, size: Buffer.byteLength(key) + Buffer.byteLength(value) }
}

import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { groupsIn, readUrlTemplate } from '../linkifiers/url-template.ts'
import { playgroundsChanged } from './playground-events.ts'
import { type PlaygroundsTable, playgroundsTable } from './playgrounds-table.ts'

/** Every registration sends all of them. */
const PLAYGROUNDS_LIMIT = 200

export type NewPlayground = Pick<PlaygroundsTable, 'name' | 'pygments_language' | 'url_template'>

export function addPlayground(chat: ChatPlatform, actor: Actor, given: NewPlayground): Promise<number> {
  const checked = checkPlayground(given)
  return change(chat, actor, async (transaction, known) => {
    if (known.length >= PLAYGROUNDS_LIMIT)
      throw badRequest(`Too many playgrounds (limit: ${PLAYGROUNDS_LIMIT})`)
    const isTaken = known.some(
      (row) => row.name === checked.name && row.pygments_language === checked.pygments_language,
    )
    if (isTaken) throw badRequest('A playground with this name and language already exists.')
    const id = await transaction.next('realm_playgrounds')
    await playgroundsTable.insert(transaction.db, { realm_id: actor.realm.id, id, ...checked })
    return id
  })
}

export function removePlayground(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  return change(chat, actor, async ({ db }, known) => {
    if (!known.some((row) => row.id === id)) throw badRequest('Invalid playground')
    await playgroundsTable.remove(db, { realm_id: actor.realm.id, id })
  })
}

function change<T>(
  chat: ChatPlatform,
  { realm }: Actor,
  work: (transaction: ChatTransaction, known: readonly PlaygroundsTable[]) => Promise<T>,
): Promise<T> {
  return chat.transact(realm.id, async (transaction) => {
    const result = await work(
      transaction,
      await playgroundsTable.list(transaction.db, { realm_id: realm.id }),
    )
    transaction.announce(
      playgroundsChanged(await playgroundsTable.list(transaction.db, { realm_id: realm.id })),
    )
    return result
  })
}

function checkPlayground(given: NewPlayground): NewPlayground {
  const name = given.name.trim()
  const language = given.pygments_language.trim()
  if (name === '') throw badRequest("name can't be empty!")
  if (!/^[\w+#.-]{1,40}$/.test(language)) throw badRequest('Invalid characters in pygments language')
  const template = readUrlTemplate(given.url_template.trim())
  if (template === undefined) throw badRequest('Invalid URL template.')
  const used = new Set(groupsIn(template))
  if (!used.has('code')) throw badRequest('Missing the required variable "code" in the URL template')
  if (used.size > 1) throw badRequest('"code" should be the only variable present in the URL template')
  return { name, pygments_language: language, url_template: template }
}

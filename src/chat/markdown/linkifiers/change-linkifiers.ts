import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { compiledPattern } from '../linkifier-pattern.ts'
import { checkLinkifier, type GivenLinkifier } from './check-linkifier.ts'
import { filtersChanged, linkifiersChanged } from './linkifier-events.ts'
import { type LinkifiersTable, linkifiersTable } from './linkifiers-table.ts'

/** Every message is matched against all of them. */
const LINKIFIERS_LIMIT = 50
/** Topics are matched on the main thread, so this bounds the total cost of an organization's patterns. */
const MAX_TOTAL_INSTRUCTIONS = 2000

export const getLinkifiers = (chat: ChatPlatform, actor: Actor) =>
  linkifiersTable.list(chat.database.read, { realm_id: actor.realm.id })

export function addLinkifier(chat: ChatPlatform, actor: Actor, given: GivenLinkifier): Promise<number> {
  const checked = checkLinkifier(given)
  return change(chat, actor, async (transaction, known) => {
    if (known.length >= LINKIFIERS_LIMIT) throw badRequest(`Too many linkifiers (limit: ${LINKIFIERS_LIMIT})`)
    checkIsNew(known, checked.pattern)
    checkComplexity(known, checked.pattern)
    const id = await transaction.next('linkifiers')
    const last = known.at(-1)?.sort_order ?? 0
    await linkifiersTable.insert(transaction.db, {
      realm_id: actor.realm.id,
      id,
      ...checked,
      sort_order: last + 1,
    })
    return id
  })
}

export function editLinkifier(
  chat: ChatPlatform,
  actor: Actor,
  id: number,
  given: GivenLinkifier,
): Promise<void> {
  const checked = checkLinkifier(given)
  return change(chat, actor, async ({ db }, known) => {
    checkExists(known, id)
    const others = known.filter((row) => row.id !== id)
    checkIsNew(others, checked.pattern)
    checkComplexity(others, checked.pattern)
    await linkifiersTable.update(db, { realm_id: actor.realm.id, id }, checked)
  })
}

export function removeLinkifier(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  return change(chat, actor, async ({ db }, known) => {
    checkExists(known, id)
    await linkifiersTable.remove(db, { realm_id: actor.realm.id, id })
  })
}

/** Where two linkifiers match, the earlier one wins. */
export function reorderLinkifiers(chat: ChatPlatform, actor: Actor, ids: readonly number[]): Promise<void> {
  return change(chat, actor, async ({ db }, known) => {
    const wanted = new Set(ids)
    if (wanted.size < ids.length) throw badRequest('The ordered list must not contain duplicated linkifiers')
    if (wanted.size !== known.length || known.some((row) => !wanted.has(row.id))) {
      throw badRequest('The ordered list must enumerate all existing linkifiers exactly once')
    }
    for (const [index, id] of ids.entries()) {
      await linkifiersTable.update(db, { realm_id: actor.realm.id, id }, { sort_order: index + 1 })
    }
  })
}

function change<T>(
  chat: ChatPlatform,
  { realm }: Actor,
  work: (transaction: ChatTransaction, known: readonly LinkifiersTable[]) => Promise<T>,
): Promise<T> {
  return chat.transact(realm.id, async (transaction) => {
    const result = await work(transaction, await linkifiersTable.list(transaction.db, { realm_id: realm.id }))
    const rows = await linkifiersTable.list(transaction.db, { realm_id: realm.id })
    transaction.announce(linkifiersChanged(rows))
    transaction.announce(filtersChanged(rows))
    return result
  })
}

function checkExists(known: readonly LinkifiersTable[], id: number): void {
  if (!known.some((row) => row.id === id)) throw badRequest('Linkifier not found.')
}

function checkComplexity(others: readonly LinkifiersTable[], pattern: string): void {
  const patterns = [pattern, ...others.map((row) => row.pattern)]
  const size = patterns.reduce((sum, source) => sum + compiledPattern(source).size, 0)
  if (size > MAX_TOTAL_INSTRUCTIONS) throw badRequest('The linkifiers are too complex together.')
}

function checkIsNew(known: readonly LinkifiersTable[], pattern: string): void {
  if (known.some((row) => row.pattern === pattern)) throw badRequest('Linkifier already exists.')
}

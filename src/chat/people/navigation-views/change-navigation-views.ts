import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { type NavigationView, navigationViewChanged, viewNavigationView } from './navigation-view-events.ts'
import { type NavigationViewsTable, navigationViewsTable } from './navigation-views-table.ts'

/** Every registration sends all of them. */
const VIEWS_LIMIT = 200
const FRAGMENT_LIMIT = 1000
const NAME_LIMIT = 60

/** Views that every client has, so that they need no name. */
const knownViews = [
  'inbox',
  'recent',
  'feed',
  'drafts',
  'reminders',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
]

export async function getNavigationViews(
  chat: ChatPlatform,
  { realm, user }: Actor,
): Promise<NavigationView[]> {
  return (await navigationViewsTable.list(chat.database.read, { realm_id: realm.id, user_id: user.id })).map(
    viewNavigationView,
  )
}

export function addNavigationView(chat: ChatPlatform, actor: Actor, given: NavigationView): Promise<void> {
  const { realm, user } = actor
  const fragment = given.fragment.trim()
  if (fragment === '') throw badRequest("fragment can't be empty.")
  if ([...fragment].length > FRAGMENT_LIMIT) {
    throw badRequest(`fragment is too long (limit: ${FRAGMENT_LIMIT} characters)`)
  }
  const isKnown = knownViews.includes(fragment)
  if (isKnown && given.name !== null) throw badRequest('Built-in views cannot have a custom name.')
  if (!isKnown && given.name === null) throw badRequest('Custom views must have a valid name.')
  const name = given.name === null ? null : checkName(given.name)
  return chat.transact(realm.id, async (transaction) => {
    const known = await navigationViewsTable.list(transaction.db, { realm_id: realm.id, user_id: user.id })
    if (known.some((row) => row.fragment === fragment)) throw badRequest('Navigation view already exists.')
    if (known.length >= VIEWS_LIMIT) throw badRequest(`Too many navigation views (limit: ${VIEWS_LIMIT})`)
    checkNameIsFree(known, name)
    const row = { realm_id: realm.id, user_id: user.id, fragment, is_pinned: given.is_pinned ? 1 : 0, name }
    await navigationViewsTable.put(transaction.db, row)
    transaction.announce(
      navigationViewChanged(user.id, { op: 'add', navigation_view: viewNavigationView(row) }),
    )
  })
}

/** undefined: unchanged. */
export interface NavigationViewChange {
  is_pinned: boolean | undefined
  name: string | undefined
}

export function changeNavigationView(
  chat: ChatPlatform,
  { realm, user }: Actor,
  fragment: string,
  change: NavigationViewChange,
): Promise<void> {
  const name = change.name === undefined ? undefined : checkName(change.name)
  return chat.transact(realm.id, async (transaction) => {
    const known = await navigationViewsTable.list(transaction.db, { realm_id: realm.id, user_id: user.id })
    const before = known.find((row) => row.fragment === fragment)
    if (!before) throw noSuchView()
    if (name !== undefined && before.name === null)
      throw badRequest('Built-in views cannot have a custom name.')
    const data: { is_pinned?: boolean; name?: string } = {}
    if (change.is_pinned !== undefined && change.is_pinned !== (before.is_pinned === 1))
      data.is_pinned = change.is_pinned
    if (name !== undefined && name !== before.name) data.name = name
    if (Object.keys(data).length === 0) return
    if (data.name !== undefined) checkNameIsFree(known, data.name)
    const after = { ...viewNavigationView(before), ...data }
    await navigationViewsTable.put(transaction.db, {
      ...before,
      ...after,
      is_pinned: after.is_pinned ? 1 : 0,
    })
    transaction.announce(navigationViewChanged(user.id, { op: 'update', fragment, data }))
  })
}

export function removeNavigationView(
  chat: ChatPlatform,
  { realm, user }: Actor,
  fragment: string,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const known = await navigationViewsTable.list(transaction.db, { realm_id: realm.id, user_id: user.id })
    const row = known.find((one) => one.fragment === fragment)
    if (!row) throw noSuchView()
    await navigationViewsTable.remove(transaction.db, row)
    transaction.announce(navigationViewChanged(user.id, { op: 'remove', fragment }))
  })
}

function checkName(given: string): string {
  const name = given.trim()
  if (name === '') throw badRequest('Custom views must have a valid name.')
  if ([...name].length > NAME_LIMIT) throw badRequest(`name is too long (limit: ${NAME_LIMIT} characters)`)
  return name
}

function checkNameIsFree(known: readonly NavigationViewsTable[], name: string | null): void {
  if (name !== null && known.some((row) => row.name === name)) {
    throw badRequest('Navigation view with this name already exists.')
  }
}

const noSuchView = () => new ChatError('Navigation view does not exist.', { status: 404 })

import type { Chat } from '../../chat/chat.ts'
import { OFFLINE_SECONDS } from '../../chat/people/presence/get-presences.ts'
import { newestOf, type PersonPresence } from '../../chat/people/presence/presence.ts'
import { secondsOf } from '../../platform/clock.ts'
import { type BackgroundJobs, createBackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import { alwaysLeader } from '../../platform/nodes/leadership.ts'
import type {
  PersonPresences,
  PersonPresence as Shown,
  UserPresences,
} from '../../telephony/identity/person-presences.ts'
import {
  type WorkspaceMembersTable,
  workspaceMembersTable,
  workspacesTable,
} from '../accounts/workspace-tables.ts'

/** Changes within this time are one notice. */
const COLLECT_MS = 1000
/** While somebody is online: reports that are no news are announced by nothing. Clients send one in a minute. */
const LOOK_AGAIN_MS = 60_000
const FOUND_AT_ONCE = 500

/** A company whose presences somebody watches. */
interface Watch {
  readonly listeners: Set<(changed: UserPresences) => void>
  /** undefined until it was first looked at, and for companies without a chat */
  realmId: number | undefined
  /** Those who are not offline. undefined: not known yet, so nothing has changed. */
  last: ReadonlyMap<number, Shown> | undefined
}

/** The presences of the chat, for the phones. Works on every server that somebody watches, from memory. */
export function createPersonPresences(chat: Chat): PersonPresences & { stop(): Promise<void> } {
  const watches = new Map<number, Watch>()
  let work: BackgroundJobs | undefined
  let wakeJob: (() => void) | undefined

  function wake(): void {
    if (watches.size === 0) return
    work ??= createBackgroundJobs(chat.log, alwaysLeader, chat.clock)
    wakeJob ??= work.onWake(COLLECT_MS, 'noticing who comes and goes', lookAtAll)
    wakeJob()
  }

  async function lookAtAll(): Promise<number | undefined> {
    let isSomebodyOnline = false
    for (const [companyId, watch] of [...watches]) {
      await look(chat, companyId, watch)
      if (watch.last && watch.last.size > 0) isSomebodyOnline = true
    }
    return isSomebodyOnline ? chat.clock.now() + LOOK_AGAIN_MS : undefined
  }

  const wakeFor = ({ tenant }: { tenant: number }) => {
    if ([...watches.values()].some(({ realmId }) => realmId === tenant)) wake()
  }
  chat.follower.on(['presence', 'realm_user', 'realm'], wakeFor)
  // It may be the first link of a company.
  chat.follower.on('account_link_changed', wake)
  chat.follower.onSkip(wake)

  return {
    find: (companyId, userIds) => findPresences(chat, companyId, userIds),
    watch(companyId, listener) {
      const watch = watches.get(companyId) ?? { listeners: new Set(), realmId: undefined, last: undefined }
      watch.listeners.add(listener)
      watches.set(companyId, watch)
      wake()
      return () => {
        if (!watch.listeners.delete(listener) || watch.listeners.size > 0) return
        watches.delete(companyId)
        follow(chat, watch, undefined)
      }
    },
    stop: async () => work?.stop(),
  }
}

async function findPresences(
  chat: Chat,
  company_id: number,
  contact_id: readonly string[],
): Promise<UserPresences> {
  if (contact_id.length === 0) return new Map()
  const members = await workspaceMembersTable.list(chat.database.read, { company_id, contact_id })
  const realmId = members[0]?.realm_id
  const online = realmId === undefined ? undefined : await listOnline(chat, realmId)
  if (!online) return new Map()
  return presencesOf(chat, members, online)
}

async function look(chat: Chat, companyId: number, watch: Watch): Promise<void> {
  const [link] = await workspacesTable.list(chat.database.read, { company_id: companyId })
  if (watch.listeners.size === 0) return
  follow(chat, watch, link?.realm_id)
  const online = link && (await listOnline(chat, link.realm_id))
  const before = watch.last
  watch.last = online
  if (!link || !online || !before) return
  const changed = [...new Set([...before.keys(), ...online.keys()])].filter(
    (userId) => before.get(userId) !== online.get(userId),
  )
  for (let start = 0; start < changed.length; start += FOUND_AT_ONCE) {
    const members = await workspaceMembersTable.list(chat.database.read, {
      realm_id: link.realm_id,
      user_id: changed.slice(start, start + FOUND_AT_ONCE),
    })
    const news = await presencesOf(chat, members, online)
    if (news.size > 0) for (const listener of watch.listeners) listener(news)
  }
}

/** Other servers send the reports of the organizations that are held here. */
function follow({ follower }: Chat, watch: Watch, realmId: number | undefined): void {
  if (watch.realmId === realmId) return
  if (watch.realmId !== undefined) follower.release(watch.realmId)
  if (realmId !== undefined) follower.hold(realmId)
  watch.realmId = realmId
  watch.last = undefined
}

async function presencesOf(
  chat: Chat,
  links: readonly WorkspaceMembersTable[],
  online: ReadonlyMap<number, Shown>,
): Promise<UserPresences> {
  const found = new Map<string, Shown>()
  for (const { realm_id: realmId, user_id: userId, contact_id: contactId, is_created: exists } of links) {
    const { byId } = await chat.members.require(realmId)
    if (contactId === null || !exists || !byId.get(userId)?.is_active) continue
    found.set(contactId, online.get(userId) ?? 'offline')
  }
  return found
}

/** Everybody in the organization who is not offline; undefined if it shows no presence. */
async function listOnline(chat: Chat, realmId: number): Promise<Map<number, Shown> | undefined> {
  const realm = await chat.realmsById.get(realmId)
  if (!realm || realm.deactivated || realm.settings.presence_disabled) return undefined
  const { byUser } = await chat.presences.get(realmId)
  const since = secondsOf(chat.clock) - OFFLINE_SECONDS
  const shown = [...byUser].map(([userId, presence]) => [userId, shownPresence(presence, since)] as const)
  return new Map(shown.filter(([, presence]) => presence !== 'offline'))
}

/** As the chat shows it: active, if any client is. */
function shownPresence(presence: PersonPresence, since: number): Shown {
  if ((newestOf(presence)?.[1].timestamp ?? 0) < since) return 'offline'
  const isActive = [...presence.values()].some(
    ({ status, timestamp }) => status === 'active' && timestamp >= since,
  )
  return isActive ? 'active' : 'away'
}

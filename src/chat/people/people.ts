import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/caches/cache.ts'
import type { ChatFollower, Db } from '../chat-platform.ts'
import type { Identity } from '../identity/identity.ts'
import type { User } from '../identity/users/user.ts'
import { listActiveBots } from '../identity/users/user-store.ts'
import { alertWordsTable } from './alert-words/alert-words-table.ts'
import { buildAlertMatcher } from './alert-words/match-alert-words.ts'
import { GENERIC_BOT } from './bots/bot.ts'
import { loadMembers, type Members } from './members.ts'
import { mutedUsersTable } from './muted-users/muted-users-table.ts'
import { LivePresences } from './presence/live-presences.ts'
import type { PresencesTable } from './presence/presences-table.ts'

/** The members of an organization and their profiles, presence and mutes. */
export interface People extends Identity {
  readonly members: MemberCache
  readonly mutings: MutingCache
  readonly presences: LivePresences
  readonly alertMatchers: AlertMatchers
  readonly genericBots: BotCache
}

export function createPeople(identity: Identity): People {
  const { database, follower, config, bus } = identity
  const presences = new LivePresences(database.read, follower)
  bus.onNotice((realmId, news) => presences.receive(realmId, news as { presence?: PresencesTable }))
  return {
    ...identity,
    members: createMemberCache(database.read, follower, config),
    mutings: createMutingCache(database.read, follower, config),
    presences,
    alertMatchers: createAlertMatchers(database.read, follower, config),
    genericBots: createBotCache(database.read, follower, config),
  }
}

/** By organization: maps each muted user to the users who muted them. */
type MutingCache = Cache<number, ReadonlyMap<number, readonly number[]>>

function createMutingCache(db: Db, follower: ChatFollower, limits: CacheLimits): MutingCache {
  const cache: MutingCache = new Cache({
    entries: entriesWithin(limits, 1_000),
    load: oneByOne((realmId) => loadMutings(db, realmId)),
  })
  follower.on('muted_users', ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}

/** Maps each muted user of an organization to the ids of the users who muted them. */
async function loadMutings(db: Db, realmId: number): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await mutedUsersTable.pick(db, { realm_id: realmId }, ['user_id', 'muted_user_id'])
  const byMuted = new Map<number, number[]>()
  for (const row of rows) {
    const list = byMuted.get(row.muted_user_id)
    if (list) list.push(row.user_id)
    else byMuted.set(row.muted_user_id, [row.user_id])
  }
  return byMuted
}

/** By organization: returns the ids of the people whom a text alerts. */
type AlertMatchers = Cache<number, (content: string) => number[]>

function createAlertMatchers(db: Db, follower: ChatFollower, limits: CacheLimits): AlertMatchers {
  const cache: AlertMatchers = new Cache({
    entries: entriesWithin(limits, 1_000),
    load: oneByOne(async (realmId) =>
      buildAlertMatcher(await alertWordsTable.list(db, { realm_id: realmId })),
    ),
  })
  follower.on('alert_words', ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}

/** By organization: the active generic bots, which can be mentioned from anywhere. */
type BotCache = Cache<number, readonly User[]>

function createBotCache(db: Db, follower: ChatFollower, limits: CacheLimits): BotCache {
  const cache: BotCache = new Cache<number, readonly User[]>({
    entries: entriesWithin(limits, 1_000),
    load: oneByOne((realmId) => listActiveBots(db, realmId, GENERIC_BOT)),
  })
  follower.on(['realm_user', 'realm_bot'], ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}

/** By organization. */
type MemberCache = Cache<number, Members>

function createMemberCache(db: Db, follower: ChatFollower, limits: CacheLimits): MemberCache {
  const cache: MemberCache = new Cache({
    entries: entriesWithin(limits, 100),
    load: oneByOne((realmId) => loadMembers(db, realmId)),
  })
  // Not on `user_settings`: member lists do not contain them, and large organizations are slow to load.
  follower.on(['realm_user', 'realm_bot', 'key_changed', 'custom_profile_fields'], ({ tenant }) =>
    cache.invalidate(tenant),
  )
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}

import { secondsOf } from '../../platform/clock.ts'
import { badRequest, ChatError, mustBeAdministrator, unauthorizedPrincipal } from '../chat-error.ts'
import { NEW_STREAMS_AT_ONCE, NEW_STREAMS_PER_DAY } from '../chat-limits.ts'
import type { ChatTransaction, Db } from '../chat-platform.ts'
import { may } from '../identity/permissions.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { meetsPolicy } from '../identity/users/meets-policy.ts'
import { type Actor, isAdministrator, isBot, isGuest, type User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import type { Messages } from '../messages/messages.ts'
import { sendNotification } from '../messages/sending/send-notification.ts'
import { findPrincipals } from '../people/find-principal.ts'
import type { Stream } from '../streams/stream.ts'
import { accessibleAmong } from '../streams/stream-access.ts'
import { descriptionLine } from '../streams/stream-description.ts'
import { checkStreamName } from '../streams/stream-name.ts'
import { countCreatedStreams, findStream, findStreamsByName } from '../streams/stream-store.ts'
import { addStreams } from './add-stream.ts'
import { checkSubscriptionCount } from './check-subscription-count.ts'
import { type SubscribeResult, subscribeUsers } from './subscribe-users.ts'

export interface WantedSubscriptions {
  subscriptions: readonly { name: string; description?: string; color?: string }[]
  /** email addresses or ids; empty: the actor */
  principals: readonly (string | number)[]
  inviteOnly: boolean
  announcementOnly: boolean
  /** undefined: true for public streams, false for private ones */
  historyPublic: boolean | undefined
  /** for created streams; only administrators can set it. undefined or null: the organization's setting */
  retentionDays?: number | null | undefined
  /** for created streams, after the caller has checked it */
  folderId?: number | null
  authorizationErrorsFatal: boolean
  announce: boolean
}

export interface AddedSubscriptions extends SubscribeResult {
  /** names of streams that the actor may not subscribe to */
  unauthorized: string[]
}

/** Everything is checked before anything is written: a refused request changes nothing. */
export function addSubscriptions(
  chat: Messages,
  actor: Actor,
  wanted: WantedSubscriptions,
): Promise<AddedSubscriptions> {
  return chat.transact(actor.realm.id, (transaction) => addWithin(chat, transaction, actor, wanted))
}

/** The same within a larger transaction. */
export async function addWithin(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  wanted: WantedSubscriptions,
): Promise<AddedSubscriptions> {
  if (wanted.retentionDays != null && !may(actor.user, 'change, archive and sort streams'))
    throw mustBeAdministrator()
  const plan = await makePlan(transaction, actor, wanted, secondsOf(chat.clock))
  const [firstRefused] = plan.unauthorized
  if (firstRefused !== undefined && wanted.authorizationErrorsFatal) {
    throw badRequest(`Unable to access stream (${firstRefused}).`)
  }
  const created = await addStreams(
    chat,
    transaction,
    actor.realm,
    actor.user,
    plan.toCreate.map(({ name, description }) => ({
      name,
      description,
      inviteOnly: wanted.inviteOnly,
      historyPublic: wanted.inviteOnly
        ? (wanted.historyPublic ?? actor.realm.settings.default_history_public_to_subscribers)
        : true,
      announcementOnly: wanted.announcementOnly,
      retentionDays: wanted.retentionDays ?? null,
      folderId: wanted.folderId ?? null,
    })),
  )
  const streams = [...plan.existing, ...created]
  const colors = chosenColors(streams, wanted)
  const result = await subscribeUsers(chat, transaction, actor.realm, streams, plan.people, colors)
  await notifySubscribed(chat, transaction, actor, result.subscribed, created)
  if (wanted.announce) await announceNewStreams(chat, transaction, actor, created)
  return { ...result, unauthorized: plan.unauthorized }
}

interface Plan {
  existing: Stream[]
  toCreate: { name: string; description: string }[]
  unauthorized: string[]
  people: User[]
}

async function makePlan(
  transaction: ChatTransaction,
  actor: Actor,
  wanted: WantedSubscriptions,
  now: number,
): Promise<Plan> {
  const { db } = transaction
  // By lower-case name: a stream may be there in several spellings.
  const items = new Map<string, WantedSubscriptions['subscriptions'][number]>()
  for (const item of wanted.subscriptions) {
    const name = checkStreamName(item.name)
    if (!items.has(name.toLowerCase())) items.set(name.toLowerCase(), { ...item, name })
  }
  const principals = [...new Set(wanted.principals)]
  checkSubscriptionCount(items.size, principals.length)
  const plan: Plan = { existing: [], toCreate: [], unauthorized: [], people: [] }
  plan.people = await findPeople(db, actor, principals, now)
  const known = await findStreamsByName(db, actor.realm.id, [...items.keys()])
  const accessible = await accessibleAmong(db, actor, [...known.values()])
  for (const [key, { name, description = '' }] of items) {
    const stream = known.get(key)
    if (!stream) plan.toCreate.push({ name, description: descriptionLine(description) })
    else if (accessible.has(stream)) plan.existing.push(stream)
    else plan.unauthorized.push(name)
  }
  if (plan.toCreate.length > 0) {
    checkMayCreate(actor, wanted, now)
    await checkNewStreams(db, actor, plan.toCreate.length, now)
  }
  await refuseBotsBeyondOwner(db, actor.realm, plan, wanted.inviteOnly)
  return plan
}

async function findPeople(
  db: Db,
  actor: Actor,
  principals: WantedSubscriptions['principals'],
  now: number,
): Promise<User[]> {
  if (principals.length === 0) return [actor.user]
  const people = new Map<number, User>()
  for (const [principal, user] of await findPrincipals(db, actor, principals)) {
    if (!user?.is_active || user.is_system) throw unauthorizedPrincipal(principal)
    people.set(user.id, user)
  }
  const others = [...people.keys()].some((id) => id !== actor.user.id)
  if (others) checkMayInvite(actor, now)
  return [...people.values()]
}

function checkMayInvite(actor: Actor, now: number): void {
  const policy = actor.realm.settings.invite_to_stream_policy
  if (meetsPolicy(actor, policy, now)) return
  throw badRequest(
    policy === 'administrators'
      ? "Only administrators can modify other users' subscriptions."
      : "Your account is too new to modify other users' subscriptions.",
  )
}

function checkMayCreate(actor: Actor, wanted: WantedSubscriptions, now: number): void {
  if (!meetsPolicy(actor, actor.realm.settings.create_stream_policy, now)) {
    throw badRequest('User cannot create streams.')
  }
  if (wanted.announcementOnly && !may(actor.user, 'change, archive and sort streams')) {
    throw badRequest('User cannot create a stream with these settings.')
  }
}

const DAY_SECONDS = 86_400

/** A person's bots count as the person. */
async function checkNewStreams(db: Db, { realm, user }: Actor, count: number, now: number): Promise<void> {
  if (count > NEW_STREAMS_AT_ONCE) {
    throw badRequest(`Too many new streams at once: ${count} (limit: ${NEW_STREAMS_AT_ONCE})`)
  }
  const ownerId = user.bot_owner_id ?? user.id
  const bots = await usersTable.list(db, { realm_id: realm.id, bot_owner_id: ownerId })
  const creators = [ownerId, ...bots.map(({ id }) => id)]
  const created = await countCreatedStreams(db, realm.id, creators, now - DAY_SECONDS)
  const limit = NEW_STREAMS_PER_DAY[isAdministrator(user) ? 'administrators' : 'members']
  if (created + count > limit) {
    throw new ChatError(`Too many new streams in a day: ${created + count} (limit: ${limit})`, {
      status: 429,
      code: 'RATE_LIMIT_HIT',
      extra: { 'retry-after': DAY_SECONDS / 24 },
    })
  }
}

function chosenColors(streams: readonly Stream[], wanted: WantedSubscriptions): Map<number, string> {
  const colors = new Map<number, string>()
  const byKey = new Map(streams.map((stream) => [stream.name_key, stream]))
  for (const { name, color } of wanted.subscriptions) {
    const stream = byKey.get(name.trim().toLowerCase())
    if (stream && color) colors.set(stream.id, color.toLowerCase())
  }
  return colors
}

/** Who joins which streams. */
interface Joining {
  people: readonly User[]
  existing: readonly Stream[]
  toCreate: readonly { name: string }[]
}

/**
 * The owner of a bot can read what it reads. So a bot can only join streams that its owner can read or joins with it.
 */
async function refuseBotsBeyondOwner(
  db: Db,
  realm: Realm,
  { people, existing, toCreate }: Joining,
  isCreatedPrivate: boolean,
): Promise<void> {
  const joining = new Set(people.map(({ id }) => id))
  for (const bot of people) {
    if (bot.bot_owner_id === null || joining.has(bot.bot_owner_id)) continue
    const owner = await usersTable.find(db, { realm_id: realm.id, id: bot.bot_owner_id })
    if (!owner) continue
    const accessible = await accessibleAmong(db, { realm, user: owner }, existing)
    const beyond = existing.find((stream) => !accessible.has(stream))
    if (beyond) throw beyondOwner(bot, beyond)
    const [created] = toCreate
    if (created && (isCreatedPrivate || isGuest(owner))) throw beyondOwner(bot, created)
  }
}

const beyondOwner = (bot: User, { name }: { name: string }) =>
  badRequest(`The owner of '${bot.email}' cannot read stream '${name}', so the bot cannot be subscribed.`)

/** Users whom somebody else subscribed get a private message, unless the stream was just created. */
async function notifySubscribed(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  subscribed: readonly { user: User; stream: Stream }[],
  created: readonly Stream[],
): Promise<void> {
  const byUser = new Map<User, Stream[]>()
  const isCreated = new Set(created)
  for (const { user, stream } of subscribed) {
    if (user.id === actor.user.id || isBot(user) || isCreated.has(stream)) continue
    const streams = byUser.get(user)
    if (streams) streams.push(stream)
    else byUser.set(user, [stream])
  }
  for (const [user, streams] of byUser) {
    const links = streams.map((stream) => `#**${stream.name}**`)
    const content =
      links.length === 1
        ? `@**${actor.user.full_name}** subscribed you to the stream ${links[0]}.`
        : `@**${actor.user.full_name}** subscribed you to the following streams:\n\n${links.map((link) => `* ${link}`).join('\n')}`
    await sendNotification(chat, transaction, actor.realm, { to: user, content })
  }
}

/** In the organization's announcement stream. Private streams are not announced. */
async function announceNewStreams(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  created: readonly Stream[],
): Promise<void> {
  const open = created.filter((stream) => stream.invite_only === 0)
  const { notifications_stream_id: id } = actor.realm.settings
  const stream = id === null ? undefined : await findStream(transaction.db, actor.realm.id, id)
  if (open.length === 0 || !stream) return
  const links = open.map(({ name }) => `#**${name}**`).join(', ')
  const what = open.length === 1 ? `a new stream ${links}` : `the following streams: ${links}`
  await sendNotification(chat, transaction, actor.realm, {
    stream,
    topic: 'new streams',
    content: `@_**${actor.user.full_name}|${actor.user.id}** created ${what}.`,
    readBy: [actor.user.id],
  })
}

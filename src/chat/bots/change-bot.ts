import { changeName } from '../accounts/change-name.ts'
import { boundBot } from '../accounts/change-role.ts'
import { rotateWithin } from '../accounts/rotate-api-key.ts'
import { badRequest, mustBeAdministrator } from '../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../chat-platform.ts'
import { endQueuesOf } from '../events/event-queues/end-queues.ts'
import { recordAudit } from '../identity/audit/record-audit.ts'
import { may } from '../identity/permissions.ts'
import { type Actor, isAdministrator, isBot, isGuest, type User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import type { Messages } from '../messages/messages.ts'
import { sendNotification } from '../messages/sending/send-notification.ts'
import { type BotDefaults, OUTGOING_WEBHOOK_BOT, settingsWith } from '../people/bots/bot.ts'
import { accessBot } from '../people/bots/bot-access.ts'
import { botChanged, botGivenTo, botOwnerChanged, botTakenFrom } from '../people/bots/bot-events.ts'
import { findService, insertService, updateService } from '../people/bots/bot-service-store.ts'
import { type SealedBot, viewDefaults } from '../people/bots/bot-view.ts'
import { checkInterface, checkServiceUrl, newService } from '../people/bots/create-service.ts'
import { userChanged } from '../people/user-events.ts'
import { describeBots, findDefaultStreamNames } from '../streams/describe-bots.ts'
import { checkBotName } from './bot-name.ts'
import { readDefaultStream } from './bot-stream.ts'

/** undefined: unchanged. Streams by name; empty: none. */
export interface BotChanges {
  fullName: string | undefined
  ownerId: number | undefined
  payloadUrl: string | undefined
  interfaceType: number | undefined
  defaultSendingStream: string | undefined
  defaultEventsRegisterStream: string | undefined
  defaultAllPublicStreams: boolean | undefined
}

/** Validates everything before writing. Returns the updated bot. */
export function changeBot(
  chat: Messages,
  actor: Actor,
  botId: number,
  changes: BotChanges,
): Promise<SealedBot> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const before = await accessBot(db, actor, botId)
    checkSetUp(actor, before, changes)
    const owner = await readOwner(db, actor, before, changes.ownerId)
    const settings = await readSettings(db, actor, before, changes)
    const fullName =
      changes.fullName === undefined
        ? before.full_name
        : await checkBotName(db, before.realm_id, changes.fullName, before.id)
    const isServiceNew = await changeService(chat, db, before, changes)
    const kept = { settings, bot_owner_id: owner?.id ?? before.bot_owner_id }
    await usersTable.update(db, before, kept)
    // The old owner loses the bot first, so that they do not receive the other events.
    if (owner) await announceLoss(transaction, before)
    const changed = { ...before, ...kept }
    const own = owner ? await endOldAccess(chat, transaction, changed) : changed
    const after = await changeName(chat, transaction, own, fullName)
    await recordAudit(transaction, {
      action: 'bot.changed',
      id: before.id,
      before: { full_name: before.full_name, owner_id: before.bot_owner_id },
      after: { full_name: after.full_name, owner_id: after.bot_owner_id, ...whatIsGiven(changes) },
    })
    const [view] = await describeBots(db, [after], chat.config.publicUrl)
    if (owner) {
      announceOwner(transaction, after, owner, view!)
      await boundBot(chat, transaction, actor.realm, after, owner)
      await tellFormerOwner(chat, transaction, actor, before, owner)
    }
    await announceRest(transaction, before, after, isServiceNew ? view!.services : undefined)
    return view!
  })
}

/** The settings that the request has named, besides name and owner. */
function whatIsGiven({ fullName: _name, ownerId: _owner, ...changes }: BotChanges): object {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** Where a bot posts is decided by its owner: the service gets what the bot reads. */
function checkSetUp({ user }: Actor, bot: User, changes: BotChanges): void {
  const { payloadUrl, interfaceType, defaultSendingStream, defaultEventsRegisterStream } = changes
  const parts = [payloadUrl, interfaceType, defaultSendingStream, defaultEventsRegisterStream]
  if (parts.every((part) => part === undefined) && changes.defaultAllPublicStreams === undefined) return
  const isOwn = [bot.bot_owner_id, changes.ownerId].includes(user.id)
  if (!may(user, 'set up bots', isOwn)) throw badRequest('Only the owner of a bot may set it up')
}

async function tellFormerOwner(
  chat: Messages,
  transaction: ChatTransaction,
  { realm, user }: Actor,
  bot: User,
  owner: User,
): Promise<void> {
  if (bot.bot_owner_id === null || bot.bot_owner_id === user.id) return
  const former = await usersTable.find(transaction.db, { realm_id: realm.id, id: bot.bot_owner_id })
  if (!former?.is_active) return
  const content = `${user.full_name} gave your bot ${bot.full_name} to ${owner.full_name}. Its key has changed.`
  await sendNotification(chat, transaction, realm, { to: former, content })
}

/** undefined: unchanged. A bot can send wherever its owner can, so only administrators may assign a new owner. */
async function readOwner(
  db: Db,
  actor: Actor,
  bot: User,
  ownerId: number | undefined,
): Promise<User | undefined> {
  if (ownerId === undefined || ownerId === bot.bot_owner_id) return undefined
  if (!may(actor.user, 'change and disable bots')) throw mustBeAdministrator()
  const owner = await usersTable.find(db, { realm_id: bot.realm_id, id: ownerId })
  if (!owner || owner.is_system) throw badRequest('Failed to change owner, no such user')
  if (!owner.is_active) throw badRequest('Failed to change owner, user is deactivated')
  if (isBot(owner)) throw badRequest("Failed to change owner, bots can't own other bots")
  if (isGuest(owner)) throw badRequest("Failed to change owner, guests can't own bots")
  return owner
}

async function readSettings(db: Db, actor: Actor, bot: User, changes: BotChanges): Promise<string> {
  const defaults: Partial<BotDefaults> = {}
  if (changes.defaultSendingStream !== undefined)
    defaults.default_sending_stream_id = await readDefaultStream(db, actor, changes.defaultSendingStream)
  if (changes.defaultEventsRegisterStream !== undefined)
    defaults.default_events_register_stream_id = await readDefaultStream(
      db,
      actor,
      changes.defaultEventsRegisterStream,
    )
  if (changes.defaultAllPublicStreams !== undefined)
    defaults.default_all_public_streams = changes.defaultAllPublicStreams
  return settingsWith(bot.settings, defaults)
}

/** Returns whether the service changed. Ignored for other types of bots. */
async function changeService(chat: ChatPlatform, db: Db, bot: User, changes: BotChanges): Promise<boolean> {
  const { payloadUrl, interfaceType } = changes
  if (payloadUrl === undefined && interfaceType === undefined) return false
  const service = await findService(db, bot.realm_id, bot.id)
  if (!service) return payloadUrl !== undefined && addService(chat, db, bot, payloadUrl, interfaceType ?? 1)
  const after = {
    base_url:
      payloadUrl === undefined ? service.base_url : checkServiceUrl('service_payload_url', payloadUrl),
    interface: interfaceType === undefined ? service.interface : checkInterface(interfaceType),
  }
  if (after.base_url === service.base_url && after.interface === service.interface) return false
  await updateService(db, service, after)
  return true
}

/** Bots created on the command line have no service yet. */
async function addService(
  chat: ChatPlatform,
  db: Db,
  bot: User,
  payloadUrl: string,
  interfaceType: number,
): Promise<boolean> {
  if (bot.bot_type !== OUTGOING_WEBHOOK_BOT) return false
  const url = checkServiceUrl('service_payload_url', payloadUrl)
  await insertService(db, newService(chat, bot, { url, interface: checkInterface(interfaceType) }))
  return true
}

/** Cuts off everyone who knew the old key, from the bot and from its queues. */
async function endOldAccess(chat: ChatPlatform, transaction: ChatTransaction, bot: User): Promise<User> {
  const { user } = await rotateWithin(chat, transaction, bot)
  await endQueuesOf(transaction, bot)
  return user
}

async function announceLoss(transaction: ChatTransaction, bot: User): Promise<void> {
  if (bot.bot_owner_id === null) return
  const owner = await usersTable.find(transaction.db, { realm_id: bot.realm_id, id: bot.bot_owner_id })
  if (owner && !isAdministrator(owner)) transaction.announce(botTakenFrom(bot, owner))
}

function announceOwner(transaction: ChatTransaction, bot: User, owner: User, view: SealedBot): void {
  if (!isAdministrator(owner)) transaction.announce(botGivenTo(view, owner))
  transaction.announce(botOwnerChanged(bot, owner))
  transaction.announce(userChanged(bot, { bot_owner_id: owner.id }))
}

async function announceRest(
  transaction: ChatTransaction,
  before: User,
  after: User,
  services: SealedBot['services'] | undefined,
): Promise<void> {
  const names = await findDefaultStreamNames(transaction.db, [before, after])
  const had = viewDefaults(before, names)
  const has = viewDefaults(after, names)
  for (const name of Object.keys(has) as (keyof typeof has)[]) {
    if (had[name] !== has[name]) transaction.announce(botChanged(after, { [name]: has[name] }))
  }
  if (services) transaction.announce(botChanged(after, { services }))
}

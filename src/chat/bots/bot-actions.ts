import { addUser } from '../accounts/create-user.ts'
import { rotateApiKey } from '../accounts/rotate-api-key.ts'
import { badRequest, mustBeAdministrator } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { may } from '../identity/permissions.ts'
import { realmBotDomain } from '../identity/realm-addresses.ts'
import { avatarUrl } from '../identity/users/avatar.ts'
import type { Actor } from '../identity/users/user.ts'
import { findUserByEmail } from '../identity/users/user-store.ts'
import type { Messages } from '../messages/messages.ts'
import { GENERIC_BOT, OUTGOING_WEBHOOK_BOT } from '../people/bots/bot.ts'
import { accessBot } from '../people/bots/bot-access.ts'
import { findService } from '../people/bots/bot-service-store.ts'
import { viewDefaults } from '../people/bots/bot-view.ts'
import { checkInterface, checkServiceUrl, type ServiceAddress } from '../people/bots/create-service.ts'
import { findDefaultStreamNames } from '../streams/describe-bots.ts'
import { checkBotName } from './bot-name.ts'
import { readDefaultStream } from './bot-stream.ts'

/** A bot reads what its owner reads, so its key is for its owner only. */
const KEYS = 'read and replace the keys of bots'

export async function getBotKey(chat: ChatPlatform, actor: Actor, botId: number): Promise<string> {
  const bot = await accessBot(chat.database.read, actor, botId, KEYS)
  return chat.secrets.decrypt(bot.api_key_sealed)
}

export async function regenerateBotKey(chat: ChatPlatform, actor: Actor, botId: number): Promise<string> {
  return rotateApiKey(chat, await accessBot(chat.database.read, actor, botId, KEYS))
}

/** The secret that signs requests to the bot's service. */
export async function getWebhookSecret(chat: ChatPlatform, actor: Actor, botId: number): Promise<string> {
  const bot = await accessBot(chat.database.read, actor, botId, KEYS)
  const service = await findService(chat.database.read, bot.realm_id, bot.id)
  if (!service) throw badRequest('This bot has no outgoing webhook')
  return chat.secrets.decrypt(service.secret_sealed)
}

export interface NewBot {
  fullName: string
  shortName: string
  botType: number
  payloadUrl: string
  interfaceType: number
  /** stream name; empty: none */
  defaultSendingStream: string
  defaultEventsRegisterStream: string
  defaultAllPublicStreams: boolean
}

/** Creates a bot that the actor owns. */
export function createBot(chat: Messages, actor: Actor, input: NewBot) {
  const email = botEmail(chat, actor, input.shortName)
  // Embedded bots would run inside of the server, which is not supported.
  if (![1, 2, OUTGOING_WEBHOOK_BOT].includes(input.botType)) throw badRequest('Invalid bot type')
  checkMayCreate(actor, input.botType)
  const service = readService(input)
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const fullName = await checkBotName(db, actor.realm.id, input.fullName)
    if (await findUserByEmail(db, actor.realm.id, email)) throw badRequest('Username already in use')
    const defaults = {
      default_sending_stream_id: await readDefaultStream(db, actor, input.defaultSendingStream),
      default_events_register_stream_id: await readDefaultStream(
        db,
        actor,
        input.defaultEventsRegisterStream,
      ),
      default_all_public_streams: input.defaultAllPublicStreams,
    }
    const { user, apiKey } = await addUser(chat, transaction, actor.realm, {
      email,
      fullName,
      bot: { type: input.botType, owner: actor.user, defaults, ...(service && { service }) },
    })
    return {
      user_id: user.id,
      api_key: apiKey,
      avatar_url: avatarUrl(chat.config.publicUrl, user),
      ...viewDefaults(user, await findDefaultStreamNames(db, [user])),
    }
  })
}

function botEmail(chat: ChatPlatform, { realm }: Actor, shortName: string): string {
  const name = shortName.trim()
  if (!/^[A-Za-z0-9][A-Za-z0-9_.+-]{0,50}$/.test(name)) throw badRequest('Bad name or username')
  return `${name}-bot@${realmBotDomain(chat.config.publicUrl, realm)}`
}

function checkMayCreate({ realm, user }: Actor, botType: number): void {
  if (may(user, 'change the settings of the organization')) return
  const policy = realm.settings.bot_creation_policy
  const isLimited = policy === 'administrators' || (policy === 'limited' && botType === GENERIC_BOT)
  if (isLimited) throw mustBeAdministrator()
}

function readService({ botType, payloadUrl, interfaceType }: NewBot): ServiceAddress | undefined {
  if (botType !== OUTGOING_WEBHOOK_BOT) return undefined
  return { url: checkServiceUrl('payload_url', payloadUrl), interface: checkInterface(interfaceType) }
}

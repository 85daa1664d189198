import { secondsOf } from '../../platform/clock.ts'
import { generateApiKey } from '../../platform/secrets/secrets.ts'
import { badRequest } from '../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import { recordAccount } from '../identity/audit/record-audit.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { isGuest, type User } from '../identity/users/user.ts'
import { startingSettingsOf } from '../identity/users/user-defaults.ts'
import { defaultUserSettings, settingNames } from '../identity/users/user-settings.ts'
import { findUserByEmail } from '../identity/users/user-store.ts'
import { type Role, type UsersTable, usersTable } from '../identity/users/users-table.ts'
import { subscribeUsers } from '../membership/subscribe-users.ts'
import type { Messages } from '../messages/messages.ts'
import { sendNotification } from '../messages/sending/send-notification.ts'
import { type BotDefaults, settingsWith } from '../people/bots/bot.ts'
import { insertService } from '../people/bots/bot-service-store.ts'
import { newService, type ServiceAddress } from '../people/bots/create-service.ts'
import { userAdded } from '../people/user-events.ts'
import { announceBot } from '../streams/announce-bot.ts'
import { findStream, listDefaultStreams } from '../streams/stream-store.ts'
import { weakPasswordsTable } from './sign-in/weak-passwords-table.ts'

export interface NewUser {
  email: string
  fullName: string
  /** Whether the address is known to be theirs; see users-table.ts. */
  emailProven?: boolean
  role?: Role
  passwordHash?: string
  /** The password has to be changed at the first sign-in. */
  isWeakPassword?: boolean
  timezone?: string
  bot?: { type: number; owner: User; defaults?: BotDefaults; service?: ServiceAddress }
  system?: boolean
  /** Subscribe to the organization's default streams; by default for people who are not guests. */
  joinDefaultStreams?: boolean
}

/** Adds a person or a bot to the organization. Returns the API key, which cannot be read from the row. */
export function createUser(
  chat: Messages,
  realm: Realm,
  input: NewUser,
): Promise<{ user: User; apiKey: string }> {
  checkEmail(input.email)
  checkFullName(input.fullName)
  return chat.transact(realm.id, async (transaction) => {
    if (await findUserByEmail(transaction.db, realm.id, input.email)) {
      throw badRequest(`Email '${input.email}' already in use`)
    }
    return addUser(chat, transaction, realm, input)
  })
}

export async function addUser(chat: Messages, transaction: ChatTransaction, realm: Realm, input: NewUser) {
  const apiKey = generateApiKey()
  const user = newRow(chat, realm, await transaction.next('users'), input, apiKey)
  await usersTable.insert(transaction.db, user)
  if (input.isWeakPassword) {
    const { realm_id, id: user_id, password_hash } = user
    await weakPasswordsTable.insert(transaction.db, { realm_id, user_id, password_hash: password_hash! })
  }
  const owner = input.bot?.owner
  if (!input.system) {
    const { email, full_name, role } = user
    const after = { email, full_name, role, ...(owner && { owner_id: owner.id }) }
    await recordAccount(transaction, user, 'created', { after })
  }
  transaction.announce(userAdded(user, owner, chat.config.publicUrl))
  if (input.bot) {
    const { service } = input.bot
    if (service) await insertService(transaction.db, newService(chat, user, service))
    await announceBot(chat, transaction, user)
  }
  if (input.joinDefaultStreams ?? !(input.bot || input.system || isGuest(user))) {
    const streams = await listDefaultStreams(transaction.db, realm.id)
    await subscribeUsers(chat, transaction, realm, streams, [user])
  }
  if (!input.bot && !input.system) await announceSignup(chat, transaction, realm, user)
  return { user, apiKey }
}

function newRow(chat: ChatPlatform, realm: Realm, id: number, input: NewUser, apiKey: string): UsersTable {
  const role = input.role ?? 'member'
  return {
    realm_id: realm.id,
    id,
    email: input.email.trim(),
    email_key: input.email.trim().toLowerCase(),
    email_proven: input.emailProven ? 1 : 0,
    full_name: input.fullName.trim(),
    name_key: input.fullName.trim().toLowerCase(),
    short_name: input.email.trim().split('@')[0]!,
    role,
    bot_type: input.bot?.type ?? (input.system ? 1 : null),
    bot_owner_id: input.bot?.owner.id ?? null,
    is_system: input.system ? 1 : 0,
    is_active: 1,
    date_joined: secondsOf(chat.clock),
    timezone: input.timezone ?? '',
    avatar_url: null,
    password_hash: input.passwordHash ?? null,
    api_key_hash: chat.secrets.hash(apiKey),
    api_key_sealed: chat.secrets.encrypt(apiKey),
    settings: startingSettings(realm, input),
    owner_told_at: 0,
  }
}

function startingSettings(realm: Realm, { bot }: NewUser): string {
  if (bot) return bot.defaults ? settingsWith('{}', bot.defaults) : '{}'
  const chosen = startingSettingsOf(realm)
  const different = settingNames.filter((name) => chosen[name] !== defaultUserSettings[name])
  return JSON.stringify(Object.fromEntries(different.map((name) => [name, chosen[name]])))
}

export function checkEmail(email: string): void {
  if (!/^[^\s@:"<>]{1,64}@[^\s@:"<>]{1,190}$/.test(email.trim()))
    throw badRequest('Enter a valid email address.')
}

/** `*`, `@`, `>` and the like would break mentions. */
export function checkFullName(name: string): void {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest("Name can't be empty!")
  if ([...trimmed].length > 100) throw badRequest('Name too long!')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
  if (/[*`\\>"@|]|[\u0000-\u001f]/.test(trimmed)) throw badRequest('Invalid characters in name!')
}

/** Posts to the organization's signup notifications stream, if it has one. */
async function announceSignup(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  user: User,
): Promise<void> {
  const { signup_notifications_stream_id: id } = realm.settings
  const stream = id === null ? undefined : await findStream(transaction.db, realm.id, id)
  if (!stream) return
  await sendNotification(chat, transaction, realm, {
    stream,
    topic: 'signups',
    content: `@_**${user.full_name}|${user.id}** just signed up for Switchboard.`,
    readBy: [user.id],
  })
}

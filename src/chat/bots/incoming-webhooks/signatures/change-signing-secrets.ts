import { badRequest } from '../../../chat-error.ts'
import type { ChatPlatform } from '../../../chat-platform.ts'
import { recordAccount } from '../../../identity/audit/record-audit.ts'
import { type Actor, INCOMING_WEBHOOK_BOT, type User } from '../../../identity/users/user.ts'
import { accessBot } from '../../../people/bots/bot-access.ts'
import { integrations } from '../integrations.ts'
import { unknownIntegration } from '../webhook-errors.ts'
import { signingSecretsTable } from './signing-secrets-table.ts'

const KEYS = 'read and replace the keys of bots'
const SECRET_LENGTH = 500

/** The integrations whose requests to the bot must be signed. */
export async function listSigningSecrets(chat: ChatPlatform, actor: Actor, botId: number): Promise<string[]> {
  const bot = await accessBot(chat.database.read, actor, botId, KEYS)
  const rows = await signingSecretsTable.pick(chat.database.read, ownedBy(bot), ['integration'])
  return [...new Set(rows.map(({ integration }) => integration))].sort()
}

/** All integrations that can sign. */
export const signingServices = () =>
  [...integrations.values()].flatMap(({ name, displayName, signature }) =>
    signature
      ? [
          {
            name,
            display_name: displayName,
            header: signature.header,
            brings_secret: signature.handshake !== undefined,
          },
        ]
      : [],
  )

/** Replaces all secrets of the integration. From now on its unsigned requests are refused. */
export async function putSigningSecret(
  chat: ChatPlatform,
  actor: Actor,
  input: { botId: number; integration: string; secret: string },
): Promise<void> {
  const { integration } = input
  const secret = input.secret.trim()
  checkIsSigned(integration)
  if (secret === '' || secret.length > SECRET_LENGTH)
    throw badRequest(`secret must have 1 to ${SECRET_LENGTH} characters`)
  await chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const bot = await accessBot(db, actor, input.botId, KEYS)
    if (bot.bot_type !== INCOMING_WEBHOOK_BOT) throw badRequest('This bot is not an incoming webhook')
    await signingSecretsTable.removeWhere(db, { ...ownedBy(bot), integration })
    const secret_sealed = chat.secrets.encrypt(secret)
    await signingSecretsTable.insert(db, { ...ownedBy(bot), integration, number: 1, secret_sealed })
    await recordAccount(transaction, bot, 'signing_secret_set', { after: { integration } })
  })
}

export async function removeSigningSecrets(
  chat: ChatPlatform,
  actor: Actor,
  { botId, integration }: { botId: number; integration: string },
): Promise<void> {
  await chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const bot = await accessBot(db, actor, botId, KEYS)
    const removed = await signingSecretsTable.removeWhere(db, { ...ownedBy(bot), integration })
    if (removed === 0) throw badRequest('This bot has no such signing secret')
    await recordAccount(transaction, bot, 'signing_secret_removed', { before: { integration } })
  })
}

const ownedBy = (bot: User) => ({ realm_id: bot.realm_id, user_id: bot.id })

function checkIsSigned(name: string): void {
  const integration = integrations.get(name)
  if (!integration) throw unknownIntegration(name)
  if (!integration.signature) throw badRequest(`${integration.displayName} does not sign its requests`)
}

import { ChatError } from '../../../chat-error.ts'
import type { Actor } from '../../../identity/users/user.ts'
import type { Messages } from '../../../messages/messages.ts'
import { sendNoticeToOwner } from '../../../messages/sending/notify-bot-owner.ts'
import type { Integration } from '../integration.ts'
import type { SignedRequest } from './signature.ts'
import { signingSecretsTable } from './signing-secrets-table.ts'

/** A service that brings its own secrets has one for each webhook; the oldest are forgotten. */
const SECRETS_LIMIT = 20
const SECRET_LENGTH = 500

/** Refuses a request without a valid signature, if the bot has a secret for this service. */
export async function checkSignature(
  chat: Messages,
  bot: Actor,
  { name, displayName, signature }: Integration,
  request: SignedRequest,
): Promise<void> {
  if (!signature) return
  const rows = await signingSecretsTable.list(chat.database.read, secretsOf(bot, name))
  if (rows.length === 0) return
  if (rows.some((row) => signature.isValid(request, chat.secrets.decrypt(row.secret_sealed)))) return
  throw new ChatError(`Invalid signature: ${signature.header} does not fit the secret for ${displayName}`, {
    status: 401,
    code: 'INVALID_WEBHOOK_SIGNATURE',
  })
}

/**
 * Stores the secret that a service brings when a webhook is created, and tells the owner of the bot. Returns undefined
 * for other requests.
 */
export async function acceptHandshake(
  chat: Messages,
  bot: Actor,
  { name: integration, displayName, signature }: Integration,
  headers: SignedRequest['headers'],
): Promise<{ header: string; value: string } | undefined> {
  const header = signature?.handshake
  const value = header === undefined ? undefined : headers[header.toLowerCase()]
  if (header === undefined || typeof value !== 'string') return undefined
  if (!/^[!-~]+$/.test(value) || value.length > SECRET_LENGTH)
    throw new ChatError(`${header} must have 1 to ${SECRET_LENGTH} printable characters`)
  const owned = secretsOf(bot, integration)
  await chat.database.write(bot.realm.id, {
    async work({ db }) {
      const rows = await signingSecretsTable.list(db, owned)
      if (rows.some((row) => chat.secrets.decrypt(row.secret_sealed) === value)) return
      const number = (rows.at(-1)?.number ?? 0) + 1
      await signingSecretsTable.insert(db, { ...owned, number, secret_sealed: chat.secrets.encrypt(value) })
      for (const row of rows.slice(0, Math.max(0, rows.length + 1 - SECRETS_LIMIT)))
        await signingSecretsTable.remove(db, row)
    },
  })
  await sendNoticeToOwner(
    chat,
    bot,
    `${displayName} has set up a webhook for your bot \`${bot.user.email}\`. If nobody in your team did this, give the bot a new key.`,
  )
  return { header, value }
}

const secretsOf = ({ user }: Actor, integration: string) => ({
  realm_id: user.realm_id,
  user_id: user.id,
  integration,
})

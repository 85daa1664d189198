import { ChatError } from '../../../chat-error.ts'
import type { Actor } from '../../../identity/users/user.ts'
import type { Messages } from '../../../messages/messages.ts'
import { sendNoticeToOwner } from '../../../messages/sending/notify-bot-owner.ts'
import type { Integration } from '../integration.ts'
import type { SignedRequest } from './signature.ts'
import { signingSecretsTable } from './signing-secrets-table.ts'

/** Services sign the time, so that nobody can send a request again that they have seen. */
const MAX_AGE_MS = 300_000
const SECRET_LENGTH = 500

/** Refuses a request without a valid and recent signature, if the bot has a secret for this service. */
export async function checkSignature(
  chat: Messages,
  bot: Actor,
  { name, displayName, signature }: Integration,
  request: SignedRequest,
): Promise<void> {
  if (!signature) return
  const rows = await signingSecretsTable.list(chat.database.read, secretsOf(bot, name))
  if (rows.length === 0) return
  if (!rows.some((row) => signature.isValid(request, chat.secrets.decrypt(row.secret_sealed))))
    throw invalidSignature(`${signature.header} does not fit the secret for ${displayName}`)
  const age = signature.signedAt && Math.abs(chat.clock.now() - signature.signedAt(request))
  // A time that cannot be read is not a number, and refused as well.
  if (age !== undefined && !(age <= MAX_AGE_MS))
    throw invalidSignature('it was signed more than five minutes ago, or the clock of this server is wrong')
}

const invalidSignature = (why: string) =>
  new ChatError(`Invalid signature: ${why}`, { status: 401, code: 'INVALID_WEBHOOK_SIGNATURE' })

/**
 * Stores the secret that a service brings when a webhook is created, and tells the owner of the bot. Returns undefined
 * for other requests. While the bot has a secret, others are refused: the address alone proves nothing.
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
      if (rows.length > 0)
        throw invalidSignature(
          `this bot has a secret for ${displayName}. Use another bot for another webhook, or remove the secret first`,
        )
      await signingSecretsTable.insert(db, {
        ...owned,
        number: 1,
        secret_sealed: chat.secrets.encrypt(value),
      })
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

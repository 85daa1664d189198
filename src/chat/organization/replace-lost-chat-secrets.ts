import { generateApiKey, generateToken, type Secrets } from '../../platform/secrets/secrets.ts'
import type { Db } from '../chat-platform.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { newServiceSecret } from '../people/bots/create-service.ts'
import {
  deleteUnreadableSecrets,
  listAllAccounts,
  listAllInvites,
  listAllServices,
  replaceInviteToken,
  replaceServiceSecrets,
} from './lost-chat-secret-store.ts'

export interface LostChatSecrets {
  people: number
  bots: number
  services: number
  /** pending invitations by mail, and links */
  invitations: number
  links: number
  mails: number
}

/** The secret key was lost: replaces all secrets that can be regenerated. */
export async function replaceLostChatSecrets(db: Db, secrets: Secrets): Promise<LostChatSecrets> {
  const { mails } = await deleteUnreadableSecrets(db)
  const accounts = await listAllAccounts(db)
  for (const { realm_id: realmId, id } of accounts) {
    const key = generateApiKey()
    const changed = { api_key_hash: secrets.hash(key), api_key_sealed: secrets.encrypt(key) }
    await usersTable.update(db, { realm_id: realmId, id }, changed)
  }
  const services = await listAllServices(db)
  for (const service of services) {
    await replaceServiceSecrets(db, service, {
      token_sealed: secrets.encrypt(generateApiKey()),
      secret_sealed: secrets.encrypt(newServiceSecret()),
    })
  }
  const invites = await listAllInvites(db)
  for (const invite of invites) {
    const token = generateToken()
    const changed = { token_hash: secrets.hash(token), token_sealed: secrets.encrypt(token) }
    await replaceInviteToken(db, invite, changed)
  }
  const pending = invites.filter(({ state }) => state === 'pending')
  return {
    people: accounts.filter(({ is_bot: isBot }) => !isBot).length,
    bots: accounts.filter(({ is_bot: isBot }) => isBot).length,
    services: services.length,
    invitations: pending.filter(({ email }) => email !== null).length,
    links: pending.filter(({ email }) => email === null).length,
    mails,
  }
}

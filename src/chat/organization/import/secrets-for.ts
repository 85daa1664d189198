import { randomBytes } from 'node:crypto'
import { generateApiKey, generateToken, type Secrets } from '../../../platform/secrets.ts'
import { newServiceSecret } from '../../people/bots/create-service.ts'
import type { ArchiveRow } from './archive-rows.ts'

/** Archives contain no secrets: everybody gets a new API key, and nobody has a password. */
export function secretsFor(secrets: Secrets): Record<string, () => ArchiveRow> {
  return {
    users() {
      const key = generateApiKey()
      const sealed = { api_key_hash: secrets.hash(key), api_key_sealed: secrets.encrypt(key) }
      return { password_hash: null, ...sealed, owner_told_at: 0 }
    },
    streams: () => ({ email_token: randomBytes(16).toString('hex') }),
    invites() {
      const token = generateToken()
      return { token_hash: secrets.hash(token), token_sealed: secrets.encrypt(token) }
    },
    bot_services: () => ({
      token_sealed: secrets.encrypt(generateApiKey()),
      secret_sealed: secrets.encrypt(newServiceSecret()),
      lease_holder: '',
      lease_until: 0,
    }),
  }
}

import type { FastifyRequest } from 'fastify'
import { secondsOf } from '../../../platform/clock.ts'
import { noteKnownCaller } from '../../../platform/limits/known-callers.ts'
import { generateToken, isSameSecret } from '../../../platform/secrets/secrets.ts'
import { tooMany } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import { type DirectoriesTable, directoriesTable } from '../../identity/directories/directory-tables.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { checkCredentials } from '../../identity/sessions/sign-in-limits.ts'
import type { Actor } from '../../identity/users/user.ts'
import { ScimError } from './scim-error.ts'
import type { ScimRealm } from './scim-users.ts'

/** Entra ID wants 25 requests a second at least. */
const REQUESTS_PER_MINUTE = 3000
const USE_NOTED_EVERY_SECONDS = 60

const keyOf = (realm: Pick<Realm, 'id'>) => ({ realm_id: realm.id, directory: 'scim' }) as const

export const scimBase = ({ config }: ChatPlatform, realm: Realm) =>
  `${realmUri(config.publicUrl, realm)}/scim/v2`

export interface ScimConnection {
  base_url: string
  is_connected: boolean
  created_at: number | null
  used_at: number | null
}

export async function showScim(chat: ChatPlatform, { realm }: Actor): Promise<ScimConnection> {
  const row = await directoriesTable.find(chat.database.read, keyOf(realm))
  return {
    base_url: scimBase(chat, realm),
    is_connected: row !== undefined,
    created_at: row?.created_at ?? null,
    used_at: row?.used_at ?? null,
  }
}

/** Replaces the token, if there is one: the old one stops working at once. Shown once. */
export async function createScimToken(chat: ChatPlatform, { realm, user }: Actor): Promise<string> {
  const token = generateToken()
  await chat.transact(realm.id, async (transaction) => {
    await directoriesTable.put(transaction.db, {
      ...keyOf(realm),
      settings: '{}',
      secret_sealed: null,
      token_hash: chat.secrets.hash(token),
      created_at: secondsOf(chat.clock),
      used_at: null,
      due_at: null,
      report: null,
      changed_by: user.id,
    })
    await recordAudit(transaction, { action: 'directory.token_created', id: 'scim' })
  })
  chat.log.info({ realmId: realm.id, administratorId: user.id }, 'an administrator has created a SCIM token')
  return token
}

/** Accounts and groups stay as they are. */
export async function removeScimToken(chat: ChatPlatform, { realm, user }: Actor): Promise<void> {
  await chat.transact(realm.id, async (transaction) => {
    if (!(await directoriesTable.remove(transaction.db, keyOf(realm)))) return
    await recordAudit(transaction, { action: 'directory.removed', id: 'scim' })
  })
  chat.log.info(
    { realmId: realm.id, administratorId: user.id },
    'an administrator has removed the SCIM token',
  )
}

/** The organization whose token the client has sent. */
export async function authenticateScim(chat: Identity, request: FastifyRequest): Promise<ScimRealm> {
  const realm = await requestRealm(chat, request)
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  const find = async () => {
    const row = realm && (await directoriesTable.find(chat.database.read, keyOf(realm)))
    return isSameSecret(chat.secrets.hash(token.trim()), row?.token_hash ?? '') ? row : undefined
  }
  const isToken = scheme.toLowerCase() === 'bearer' && token !== ''
  const caller = { address: request.ip, account: 'a SCIM client' }
  const row = isToken ? await checkCredentials(chat, caller, find) : undefined
  if (!realm || !row) {
    throw new ScimError(401, 'The token is missing or wrong: send Authorization: Bearer <token>', undefined, {
      'www-authenticate': 'Bearer realm="switchboard"',
    })
  }
  noteKnownCaller(request)
  if (realm.deactivated) throw new ScimError(403, 'This organization has been deactivated')
  const budget = await chat.rateLimiter.take(`scim ${realm.id}`, REQUESTS_PER_MINUTE)
  if (!budget.allowed) throw tooMany(budget)
  await noteUse(chat, row)
  return { realm, base: scimBase(chat, realm) }
}

async function noteUse({ clock, database }: ChatPlatform, row: DirectoriesTable): Promise<void> {
  const now = secondsOf(clock)
  if (row.used_at !== null && now - row.used_at < USE_NOTED_EVERY_SECONDS) return
  await database.write(row.realm_id, {
    work: ({ db }) => directoriesTable.update(db, row, { used_at: now }),
  })
}

import { networkOf } from '../../../platform/limits/network-of.ts'
import { OpenIdFailure } from '../../../platform/outgoing/openid-failure.ts'
import type { OpenIdProvider } from '../../../platform/outgoing/openid-provider.ts'
import {
  claimedIssuer,
  type ProviderLogout,
  verifyLogoutToken,
} from '../../../platform/outgoing/verify-logout-token.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { sessionsEnded } from '../../identity/sessions/session-events.ts'
import { deleteSessions, listProviderSessions } from '../../identity/sessions/session-store.ts'
import { identityProvidersTable } from './identity-providers-table.ts'
import { openIdProviderOf } from './openid-flow.ts'
import { limitFailures, ProviderRefusal } from './provider-refusal.ts'
import { useOnce } from './use-once.ts'

const MAX_TOKEN = 16_384

/**
 * The provider tells that somebody has signed out there, or was closed. The provider of the server serves all its
 * organizations with one client, so it ends their sessions in all of them.
 */
export async function endProviderSessions(
  chat: Identity,
  realm: Realm | undefined,
  token: string,
  address: string,
): Promise<void> {
  const read = () => readLogout(chat, realm, token)
  const limited = limitFailures(chat, `logout tokens from ${networkOf(address)}`, read)
  const { logout, realmId } = await limited.catch((error) => {
    if (!(error instanceof OpenIdFailure || error instanceof ProviderRefusal)) throw error
    chat.log.warn({ address, detail: error.message }, 'logout token refused')
    throw badRequest('Invalid logout token')
  })
  // Repeated, it would end what has begun since. The provider may repeat it, though, if it got no response.
  const id = `logout token ${logout.issuer} ${logout.id}`
  if (!(await useOnce(chat, realm?.id ?? 0, id, logout.expiresAt))) return
  for (const session of await listProviderSessions(chat.database.read, logout, realmId)) {
    await endSession(chat, session)
  }
}

async function readLogout(
  chat: Identity,
  realm: Realm | undefined,
  token: string,
): Promise<{ logout: ProviderLogout; realmId: number | undefined }> {
  const issuer = token.length > MAX_TOKEN ? undefined : claimedIssuer(token)
  let failure: unknown = new ProviderRefusal('not_configured')
  for (const { provider, realmId } of await listProviders(chat, realm, issuer)) {
    try {
      return { logout: await verifyLogoutToken(provider, token, chat.clock.now()), realmId }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Those with this issuer. `realmId`: whose sessions it may end; undefined: those of all organizations. */
async function listProviders(
  chat: ChatPlatform,
  realm: Realm | undefined,
  issuer: string | undefined,
): Promise<{ provider: OpenIdProvider; realmId: number | undefined }[]> {
  const providers = chat.openid ? [{ provider: chat.openid, realmId: undefined as number | undefined }] : []
  const where = { realm_id: realm?.id ?? 0, kind: 'openid', is_active: 1 } as const
  for (const row of await identityProvidersTable.list(chat.database.read, where)) {
    providers.push({ provider: openIdProviderOf(chat, row), realmId: row.realm_id })
  }
  return providers.filter(({ provider }) => provider.settings.issuer === issuer)
}

function endSession(
  chat: ChatPlatform,
  { realm_id: realmId, user_id: userId, id }: { realm_id: number; user_id: number; id: number },
): Promise<void> {
  return chat.transact(realmId, async (transaction) => {
    const ended = await deleteSessions(transaction.db, { realmId, userId, only: id })
    if (ended.length === 0) return
    transaction.announce(sessionsEnded(userId, ended))
    await recordAudit(transaction, {
      action: 'session.ended_by_provider',
      id: userId,
      before: { session_id: id },
    })
  })
}

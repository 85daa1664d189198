import { secondsOf } from '../../../platform/clock.ts'
import { generateToken } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { requireUnchanged } from '../users/require-unchanged.ts'
import type { User } from '../users/user.ts'
import { type SessionsTable, sessionsTable } from './sessions-table.ts'

const MAX_USER_AGENT_LENGTH = 300

/** Where a session began, if not here. */
export interface ProviderSession {
  issuer: string
  /** the id of the person at the issuer */
  subject: string
  /** the id of their session there; null: the provider does not tell */
  provider_session: string | null
}

/** Returns the token, which only the browser keeps. */
export async function beginSession(
  chat: ChatPlatform,
  user: User,
  userAgent: string | undefined,
  origin: ProviderSession | undefined = undefined,
): Promise<{ session: SessionsTable; token: string }> {
  const token = generateToken()
  const now = secondsOf(chat.clock)
  // Needs no event: no process can have cached this token before.
  const session = await chat.transact(user.realm_id, async (transaction) => {
    await requireUnchanged(transaction.db, user)
    const row = {
      realm_id: user.realm_id,
      id: await transaction.next('sessions'),
      user_id: user.id,
      token_hash: chat.secrets.hash(token),
      user_agent: (userAgent ?? '').replaceAll('\0', '').slice(0, MAX_USER_AGENT_LENGTH),
      address: transaction.author.address,
      created_at: now,
      last_seen: now,
      issuer: origin?.issuer ?? null,
      subject: origin?.subject ?? null,
      provider_session: origin?.provider_session ?? null,
    }
    await sessionsTable.insert(transaction.db, row)
    await recordAudit(transaction, {
      action: 'session.started',
      id: user.id,
      actorId: user.id,
      after: { session_id: row.id, provider: row.issuer },
    })
    return row
  })
  return { session, token }
}

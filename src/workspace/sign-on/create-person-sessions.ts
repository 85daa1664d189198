import type { Chat } from '../../chat/chat.ts'
import { ChatError } from '../../chat/chat-error.ts'
import type { ChatFollower } from '../../chat/chat-platform.ts'
import { authenticate, type Caller } from '../../chat/identity/calls/authenticate.ts'
import { requestRealm } from '../../chat/identity/calls/request-realm.ts'
import { lacksFactor } from '../../chat/identity/second-factor/required-factor.ts'
import { findSession, keepSession } from '../../chat/identity/sessions/find-session.ts'
import { SESSION_SECONDS } from '../../chat/identity/sessions/session.ts'
import { readSessionCookie, writeSessionCookie } from '../../chat/identity/sessions/session-cookie.ts'
import type { User } from '../../chat/identity/users/user.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import type {
  PersonRequest,
  PersonSessions,
  SignedInPerson,
} from '../../telephony/identity/person-sessions.ts'
import { forbidden, Problem } from '../../telephony/problem.ts'
import { workspaceMembersTable } from '../accounts/workspace-tables.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'

/** The sessions of the chat, as sessions of the telephony: the same cookie, the same protection against forgery. */
export function createPersonSessions(chat: Chat): PersonSessions {
  const { publicUrl } = chat.config
  const watch = watchAccounts(chat.follower)
  return {
    async find(request) {
      const token = readSessionCookie(publicUrl, request.headers.cookie)
      if (token === undefined) return undefined
      const { user, session } = await authenticateSession(chat, request)
      if (!session) return undefined
      const person = await personOf(chat, user, session.token_hash)
      if (!person) throw forbidden('Your account has no phone user. Ask an administrator to give you one.')
      const isRenewed = await keepSession(chat, session, request.ip)
      const headers: Record<string, string> = {}
      if (isRenewed) headers['set-cookie'] = writeSessionCookie(publicUrl, token, SESSION_SECONDS)
      return { person, headers }
    },
    async current({ sessionHash }) {
      const found = await findSession(chat, sessionHash)
      if (!found?.user.is_active) return undefined
      const realm = await chat.realmsById.get(found.user.realm_id)
      if (!realm || (await lacksFactor(chat.factors, realm, found.user, found.session))) {
        return undefined
      }
      return realm.deactivated ? undefined : personOf(chat, found.user, sessionHash)
    },
    async isAdministrator(companyId, contactId) {
      const { read } = chat.database
      const member = await workspaceMembersTable.findBy(read, {
        company_id: companyId,
        contact_id: contactId,
      })
      const user = member && (await usersTable.find(read, { realm_id: member.realm_id, id: member.user_id }))
      return user !== undefined && user.is_active === 1 && mayInWorkspace(user, 'manage the phones')
    },
    watch: ({ account }, listener) => watch(account, listener),
  }
}

/** Problems of the chat, in the format of the telephony. */
async function authenticateSession(chat: Chat, request: PersonRequest): Promise<Caller> {
  try {
    return await authenticate(chat, await requestRealm(chat, request), request)
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    const retryAfter = error.extra['retry-after']
    throw new Problem(error.status, error.message, {
      ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    })
  }
}

async function personOf(chat: Chat, user: User, sessionHash: string): Promise<SignedInPerson | undefined> {
  if (!mayInWorkspace(user, 'use the phones', true)) return undefined
  const member = await workspaceMembersTable.find(chat.database.read, {
    realm_id: user.realm_id,
    user_id: user.id,
  })
  if (!member?.is_created || member.contact_id === null) return undefined
  return {
    companyId: member.company_id,
    contactId: member.contact_id,
    role: mayInWorkspace(user, 'manage the phones') ? 'administrator' : 'user',
    sessionHash,
    account: `${user.realm_id}:${user.id}`,
  }
}

/** Calls a listener when sessions of an account have ended, or its role, state or link has changed. */
function watchAccounts(follower: ChatFollower): (account: string, listener: () => void) => () => void {
  const listeners = new Map<string, Set<() => void>>()
  const tell = (realmId: number, userId: number) => {
    for (const listener of [...(listeners.get(`${realmId}:${userId}`) ?? [])]) listener()
  }
  follower.on(
    ['sessions_ended', 'key_changed', 'two_factor_changed', 'account_link_changed'],
    ({ tenant, payload }) => tell(tenant, payload.user_id),
  )
  follower.on('realm_user', ({ tenant, payload }) => tell(tenant, payload.person.user_id))
  follower.onSkip((realmId) => {
    for (const [account, ofAccount] of listeners) {
      if (account.startsWith(`${realmId}:`)) for (const listener of [...ofAccount]) listener()
    }
  })
  return (account, listener) => {
    const realmId = Number.parseInt(account, 10)
    const ofAccount = listeners.get(account) ?? new Set()
    listeners.set(account, ofAccount.add(listener))
    follower.hold(realmId)
    return () => {
      if (!ofAccount.delete(listener)) return
      if (ofAccount.size === 0) listeners.delete(account)
      follower.release(realmId)
    }
  }
}

import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer } from '../../http/parameter.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { endSession, endSessionsOf } from '../../identity/sessions/end-sessions.ts'
import { listSessions } from '../../identity/sessions/list-sessions.ts'
import { SessionSchema } from '../../identity/sessions/session-view.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Messages } from '../../messages/messages.ts'
import { accessAccount } from '../../people/user-access.ts'

const endpoint = endpointOf<Messages>()

const exact = { additionalProperties: false }
const Nothing = Type.Object({}, exact)
const userId = integer('Id of the user.')

const ENDS = 'Its event streams and the connections of its phones end at once. API keys stay.'

export const userSessionRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/:user_id/sessions',
    summary: 'List the sessions of a user',
    description: 'Where they are signed in, most recently used first.',
    access: 'see and end sessions of others',
    parameters: { user_id: userId },
    response: Type.Object({ sessions: Type.Array(SessionSchema) }, exact),
    async handle({ chat, actor, input, session }) {
      const user = await accessAccount(chat.database.read, actor.realm, input.user_id)
      return { sessions: await listSessions(chat, user, session) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/:user_id/sessions/:session_id',
    summary: 'End a session of a user',
    description: ENDS,
    access: 'see and end sessions of others',
    parameters: { user_id: userId, session_id: integer('Id of the session.') },
    response: Nothing,
    async handle({ chat, actor, input }) {
      const user = await accessAccount(chat.database.read, actor.realm, input.user_id)
      await endSession(chat, user, input.session_id)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/:user_id/sessions',
    summary: 'End all sessions of a user',
    description: ENDS,
    access: 'see and end sessions of others',
    parameters: { user_id: userId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await signOutEverywhere(chat, actor, input.user_id)
      return {}
    },
  }),
]

function signOutEverywhere(chat: ChatPlatform, { realm }: Actor, id: number): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const user = await accessAccount(transaction.db, realm, id)
    await endSessionsOf(transaction, user)
    await recordAudit(transaction, { action: 'session.all_ended', id: user.id })
  })
}

import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer, json, optional, otherwise } from '../../http/parameter.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { endSession, endSessionsOf } from '../../identity/sessions/end-sessions.ts'
import { listRealmSessions, listSessions } from '../../identity/sessions/list-sessions.ts'
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
    path: '/realm/sessions',
    summary: 'List the sessions of everybody',
    description: 'Where people of the organization are signed in, most recently used first, page by page.',
    access: 'see and end sessions of others',
    parameters: {
      user_id: optional(integer('Only those of this user.')),
      page: otherwise(json('Counted from 1.', Type.Integer({ minimum: 1, maximum: 100_000 })), 1),
      per_page: otherwise(json('How many at most.', Type.Integer({ minimum: 1, maximum: 1000 })), 100),
    },
    response: Type.Object(
      {
        sessions: Type.Array(
          Type.Composite([Type.Object({ user_id: Type.Integer() }), SessionSchema], exact),
        ),
        total: Type.Integer({ description: 'On all pages.' }),
      },
      exact,
    ),
    handle: ({ chat, actor, input, session }) =>
      listRealmSessions(
        chat,
        actor.realm.id,
        input.user_id,
        { number: input.page, size: input.per_page },
        session,
      ),
  }),
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

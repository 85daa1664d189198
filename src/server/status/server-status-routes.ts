import { Type } from '@sinclair/typebox'
import { ChatError } from '../../chat/chat-error.ts'
import { endpointWith } from '../../chat/identity/calls/endpoint.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import { workspacePermissions } from '../../workspace/workspace-permissions.ts'
import { checkServer } from './check-server.ts'
import type { Installation } from './installation.ts'
import { readServerStatus, ServerStatusSchema } from './server-status.ts'

const endpoint = endpointWith<Installation, typeof workspacePermissions>(workspacePermissions)

const exact = { additionalProperties: false }

const levels = ['ok', 'warning', 'problem', 'skipped'] as const

export const serverStatusRoutes = [
  endpoint({
    method: 'GET',
    path: '/server/status',
    summary: 'Get the state of the server',
    description:
      'Nodes, outbox, disk, backup, mail, phones and directories. Only for administrators of the organization of PUBLIC_URL, which runs the server.',
    access: 'see the state of the server',
    parameters: {},
    response: ServerStatusSchema,
    async handle({ chat, realm }) {
      requireOperator(realm)
      return readServerStatus(chat.installation)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/checks',
    summary: 'Examine the server',
    description:
      'Does what `switchboard doctor` does, except that it sends no message and no mail, and does not read all of an SQLite database. It may take some seconds.',
    access: 'see the state of the server',
    parameters: {},
    response: Type.Object(
      {
        checks: Type.Array(
          Type.Object(
            {
              name: Type.String(),
              findings: Type.Array(
                Type.Object(
                  {
                    level: Type.Union(levels.map((level) => Type.Literal(level))),
                    text: Type.String(),
                    remedy: Type.Optional(Type.String({ description: 'What the operator can do.' })),
                  },
                  exact,
                ),
              ),
            },
            exact,
          ),
        ),
      },
      exact,
    ),
    async handle({ chat, realm }) {
      requireOperator(realm)
      return { checks: await checkServer(chat.installation) }
    },
  }),
]

/** Organizations with a host of their own are guests on the server. */
function requireOperator({ host }: Realm): void {
  if (host === '') return
  throw new ChatError('Only the organization that runs this server may see its state', {
    status: 403,
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
}

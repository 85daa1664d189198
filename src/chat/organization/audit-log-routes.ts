import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { isoDate } from '../../platform/clock.ts'
import { attachment } from '../../platform/files/content-disposition.ts'
import { badRequest } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { featureLevel } from '../http/feature-level.ts'
import { boolean, integer, json, optional, otherwise, text } from '../http/parameter.ts'
import { rawArguments } from '../http/raw-arguments.ts'
import { readParameters } from '../http/read-parameters.ts'
import { authorOf, onBehalfOf } from '../identity/audit/author.ts'
import { AuditLogEntrySchema, exportAuditLog, getAuditLog } from '../identity/audit/list-audit-log.ts'
import { recordAudit } from '../identity/audit/record-audit.ts'
import { authenticate } from '../identity/calls/authenticate.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { requestRealm } from '../identity/calls/request-realm.ts'
import { chatPermissions } from '../identity/chat-permissions.ts'
import type { Identity } from '../identity/identity.ts'
import { accessComplaint } from '../identity/permissions.ts'

const endpoint = endpointOf<ChatPlatform>()

const MAX_ENTRIES = 1000

const time = (description: string) =>
  optional(json(`${description} Epoch milliseconds.`, Type.Integer({ minimum: 0, maximum: 1e15 })))

const filters = {
  actor_id: optional(integer('Only what this user did.')),
  action: optional(
    text('A kind such as `user`, or an action such as `user.deactivated`.', Type.String({ maxLength: 100 })),
  ),
  subject_id: optional(text('Only what concerns the thing with this id, besides a kind or an action.')),
  from: time('Not before.'),
  to: time('Not after.'),
}

interface GivenFilter {
  actor_id: number | undefined
  action: string | undefined
  subject_id: string | undefined
  from: number | undefined
  to: number | undefined
}

const filterOf = ({ actor_id: actorId, subject_id: subjectId, action, from, to }: GivenFilter) => ({
  actorId,
  subjectId,
  action,
  from,
  to,
})

export const auditLogRoutes = [
  endpoint({
    method: 'GET',
    path: '/audit_log',
    summary: 'Get the audit log',
    description:
      'Who has done what in the organization: sign-ins, accounts, roles, credentials, bots, settings, identity providers, directories, invitations, streams, deleted messages of others, and exports. As a file: `GET /audit_log/export?format=csv` (or `json`, with one object in each line), with the same filters.',
    access: 'read the audit log',
    parameters: {
      ...filters,
      anchor: optional(integer('The id of an entry. Only entries before it, or after it if oldest_first.')),
      oldest_first: otherwise(boolean('For programs that follow the log.'), false),
      limit: otherwise(json('How many at most.', Type.Integer({ minimum: 1, maximum: MAX_ENTRIES })), 100),
    },
    response: Type.Object(
      {
        entries: Type.Array(AuditLogEntrySchema),
        found_last: Type.Boolean({ description: 'Whether there are no more in this direction.' }),
      },
      { additionalProperties: false },
    ),
    handle: ({ chat, actor, input }) =>
      getAuditLog(chat, actor, filterOf(input), {
        anchor: input.anchor,
        isOldestFirst: input.oldest_first,
        limit: input.limit,
      }),
  }),
]

const exported = {
  ...filters,
  format: otherwise(text('`csv` or `json`.'), 'csv'),
}

/** Not a regular endpoint, as its response is a file. */
export function addAuditExportRoute(app: FastifyInstance, chat: Identity): void {
  app.route({
    method: 'GET',
    url: '/audit_log/export',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const realm = await requestRealm(chat, request)
      const { user, session } = await authenticate(chat, realm, request)
      const complaint = accessComplaint(chatPermissions['read the audit log'], user)
      if (complaint) throw complaint
      const actor = { realm: realm!, user }
      const { format, ...filter } = readParameters(exported, rawArguments(request), featureLevel(request))
      if (format !== 'csv' && format !== 'json') throw badRequest('format must be csv or json')
      const author = authorOf(request, { userId: user.id, through: session ? 'session' : 'api_key' })
      await onBehalfOf(chat, author).transact(user.realm_id, (transaction) =>
        recordAudit(transaction, { action: 'export.audit_log', id: null, after: { format } }),
      )
      const isCsv = format === 'csv'
      const name = `audit-log-${isoDate(chat.clock.now()).slice(0, 10)}.${isCsv ? 'csv' : 'jsonl'}`
      return reply
        .type(isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', attachment(name))
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('cache-control', 'private, no-store')
        .send(
          Readable.from(exportAuditLog(chat, actor, filterOf(filter), format), {
            objectMode: false,
          }),
        )
    },
  })
}

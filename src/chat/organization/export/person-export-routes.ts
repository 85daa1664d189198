import { type Static, Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isPending } from './order-export.ts'
import { deletePersonExport, listVisibleExports, orderPersonExport } from './order-person-export.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const access = 'export the data of a person' as const

const PersonExportSchema = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.Integer({ description: 'Whose data.' }),
    acting_user_id: Type.Integer({ description: 'Who requested it.' }),
    export_time: Type.Integer({ description: 'When it was requested.' }),
    expires_timestamp: Type.Integer({ description: 'Until when it can be downloaded.' }),
    export_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Where the person and administrators can download it; null: it is not ready, or failed.',
    }),
    failed: Type.Boolean(),
    pending: Type.Boolean(),
  },
  exact,
)

const viewPersonExport = (
  publicUrl: string,
  realm: Realm,
  row: RealmExportsTable,
): Static<typeof PersonExportSchema> => ({
  id: row.id,
  user_id: row.person_id!,
  acting_user_id: row.acting_user_id,
  export_time: row.created_at,
  expires_timestamp: row.expires_at!,
  export_url:
    row.finished_at === null ? null : `${realmUri(publicUrl, realm)}/api/v1/export/people/${row.id}/download`,
  failed: row.failed_at !== null,
  pending: isPending(row),
})

const Id = Type.Object({ id: Type.Integer() }, exact)
const content =
  'An archive (tar.gz) of JSON Lines and files: account, profile, settings, messages sent, private conversations, reactions, drafts, files, sessions and what else is stored, without passwords and keys; with phones, also the phone user, extensions, calls, voicemail, texts and faxes. It is made in the background and deleted after a week.'

export const personExportRoutes = [
  endpoint({
    method: 'GET',
    path: '/export/people',
    summary: 'Get exports of the data of people',
    description: 'Administrators get all, others those of their own data.',
    access,
    parameters: {},
    response: Type.Object({ exports: Type.Array(PersonExportSchema) }, exact),
    async handle({ chat, actor, realm }) {
      const rows = await listVisibleExports(chat, actor)
      return { exports: rows.map((row) => viewPersonExport(chat.config.publicUrl, realm, row)) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/export',
    summary: 'Export your own data',
    description: content,
    access,
    parameters: {},
    response: Id,
    handle: async ({ chat, actor }) => ({ id: await orderPersonExport(chat, actor, actor.user.id) }),
  }),
  endpoint({
    method: 'POST',
    path: '/users/:user_id/export',
    summary: 'Export the data of a person',
    description: `For administrators. ${content}`,
    access,
    parameters: { user_id: integer('Whose data; the account may be deactivated.') },
    response: Id,
    handle: async ({ chat, actor, input }) => ({ id: await orderPersonExport(chat, actor, input.user_id) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/export/people/:export_id',
    summary: 'Delete an export of the data of a person',
    access,
    parameters: { export_id: integer('Which export.') },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await deletePersonExport(chat, actor, input.export_id)
      return {}
    },
  }),
]

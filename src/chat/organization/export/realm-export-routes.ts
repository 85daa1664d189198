import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { deleteExport, getExports, listConsents, orderExport } from './order-export.ts'
import { RealmExportSchema } from './realm-export-events.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }

export const realmExportRoutes = [
  endpoint({
    method: 'GET',
    path: '/export/realm',
    summary: 'Get exports',
    description: 'Copies of all data of the organization. Download an export from its export_url.',
    access: 'export the organization',
    parameters: {},
    response: Type.Object({ exports: Type.Array(RealmExportSchema) }, exact),
    async handle({ chat, actor }) {
      return { exports: await getExports(chat, actor) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/export/realm',
    summary: 'Export the organization',
    description:
      'Creates a gzipped tar archive with all messages, people, streams and files, without passwords and keys, in the background.',
    access: 'export the organization',
    parameters: {},
    response: Type.Object({ id: Type.Integer() }, exact),
    async handle({ chat, actor }) {
      return { id: await orderExport(chat, actor) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/export/realm/consents',
    summary: 'Get who agreed to an export of their private data',
    description: 'Exports contain everything, so nobody is asked, and `consented` is true for everybody.',
    access: 'export the organization',
    parameters: {},
    response: Type.Object(
      {
        export_consents: Type.Array(
          Type.Object(
            {
              user_id: Type.Integer(),
              consented: Type.Boolean(),
              email_address_visibility: Type.Integer({ description: '1: everybody sees the address.' }),
            },
            exact,
          ),
        ),
      },
      exact,
    ),
    handle: async ({ chat, actor }) => ({ export_consents: await listConsents(chat, actor) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/export/realm/:export_id',
    summary: 'Delete an export',
    access: 'export the organization',
    parameters: { export_id: integer('Which export.') },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await deleteExport(chat, actor, input.export_id)
      return {}
    },
  }),
]

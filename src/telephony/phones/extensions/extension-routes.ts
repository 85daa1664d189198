import { Type } from '@sinclair/typebox'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import { operationOf } from '../../http/operation.ts'
import { ExtensionNumber } from '../extension-data/extension-data-schema.ts'
import type { Phones } from '../phones.ts'
import { createExtension } from './create-extension.ts'
import {
  extensionToDelete,
  extensionToEdit,
  extensionToProvision,
  extensionToReset,
  extensionToShow,
  instanceToExtend,
} from './extension-access.ts'
import {
  checkAssignment,
  deleteExtension,
  NumberSuggestionSchema,
  suggestNumber,
} from './extension-actions.ts'
import { ExtensionPatch, NewExtension, ReplacedExtension } from './extension-input.ts'
import { extensionListRoutes } from './extension-list-routes.ts'
import { ExtensionSchema } from './extension-view.ts'
import { ProvisioningSchema, provisionExtension } from './provision-extension.ts'
import { showExtension } from './show-extension.ts'
import { resetCredentials, updateExtension } from './update-extension.ts'

const operation = operationOf<Phones>()

const area = 'Extensions'
const one = '/instances/:instance_uuid/bulks/extensions/:extension_id'

export const extensionRoutes = [
  ...extensionListRoutes,
  operation({
    method: 'POST',
    path: '/instances/:instance_uuid/bulks/extensions',
    area,
    summary: 'Create an extension',
    description: 'It exists in the PBX when the response arrives. Missing credentials are generated.',
    access: 'add extensions',
    body: NewExtension,
    nullIsAbsent: true,
    success: { status: 201, schema: ExtensionSchema },
    problems: [400, 404, 409, 502],
    find: ({ context, actor, params }) => instanceToExtend(context, actor, params.instance_uuid!),
    handle: ({ context, actor, subject, body }) => createExtension(context, actor, subject, body),
  }),
  operation({
    method: 'POST',
    path: '/instances/:instance_uuid/bulks/extensions/check',
    area,
    summary: 'Check whether a user can be assigned',
    description: '400 names the assignments that exist already.',
    access: 'add extensions',
    body: Type.Object(
      { email: Type.String({ format: 'email', minLength: 3, maxLength: 254 }), id: ExtensionNumber },
      { additionalProperties: false },
    ),
    success: {
      status: 200,
      schema: Type.Object({ assigned: Type.Literal(false) }, { additionalProperties: false }),
    },
    problems: [400, 404],
    find: ({ context, actor, params }) => instanceOfCompany(context, actor, params.instance_uuid!),
    handle: ({ context, actor, subject, body }) => checkAssignment(context, actor, subject, body),
  }),
  operation({
    method: 'GET',
    path: '/instances/:instance_uuid/bulks/extensions/next-number',
    area,
    summary: 'Suggest a number for a new extension',
    description: 'The first free number after an existing one. 1001 if there is none yet.',
    access: 'see extensions',
    success: { status: 200, schema: NumberSuggestionSchema },
    problems: [404],
    find: ({ context, actor, params }) => instanceOfCompany(context, actor, params.instance_uuid!),
    handle: ({ context, actor, subject }) => suggestNumber(context, actor, subject),
  }),
  operation({
    method: 'GET',
    path: one,
    area,
    summary: 'Get an extension',
    access: 'see extensions',
    success: { status: 200, schema: ExtensionSchema },
    problems: [404],
    find: ({ context, actor, params }) => extensionToShow(context, actor, params),
    handle: ({ context, actor, subject }) =>
      showExtension(context, context.database.read, actor, subject.extension),
  }),
  operation({
    method: 'PUT',
    path: one,
    area,
    summary: 'Replace an extension',
    description:
      'What is absent goes back to its default, except `_id`, `pbx`, `data.id` and the credentials, which stay.',
    access: 'change extensions',
    body: ReplacedExtension,
    success: { status: 200, schema: ExtensionSchema },
    problems: [400, 403, 404, 409, 502],
    find: ({ context, actor, params }) => extensionToEdit(context, actor, params),
    handle: ({ context, actor, subject, body }) =>
      updateExtension(context, actor, subject, body as never, 'replace'),
  }),
  operation({
    method: 'PATCH',
    path: one,
    area,
    summary: 'Change an extension',
    description: 'Missing fields stay unchanged.',
    access: 'change extensions',
    body: ExtensionPatch,
    success: { status: 200, schema: ExtensionSchema },
    problems: [400, 403, 404, 409, 502],
    find: ({ context, actor, params }) => extensionToEdit(context, actor, params),
    handle: ({ context, actor, subject, body }) => updateExtension(context, actor, subject, body, 'patch'),
  }),
  operation({
    method: 'DELETE',
    path: one,
    area,
    summary: 'Delete an extension',
    description: 'For the primary user and the user of the extension. Returns what was deleted.',
    access: 'delete extensions',
    success: { status: 200, schema: ExtensionSchema },
    problems: [403, 404, 409, 502],
    find: ({ context, actor, params }) => extensionToDelete(context, actor, params),
    handle: ({ context, actor, subject }) => deleteExtension(context, actor, subject),
  }),
  operation({
    method: 'POST',
    path: '/instances/:instance_uuid/extensions/:extension_id/reset-credentials',
    area,
    summary: 'Reset the credentials of an extension',
    description:
      'The server makes a new SIP password and PIN, and the registrations of the phone end. Only the primary user and the user of the extension see them; the user is told.',
    access: 'reset SIP passwords and PINs',
    success: { status: 200, schema: ExtensionSchema },
    problems: [403, 404, 409, 502],
    find: ({ context, actor, params }) => extensionToReset(context, actor, params),
    handle: ({ context, actor, subject }) => resetCredentials(context, actor, subject),
  }),
  operation({
    method: 'GET',
    path: '/instances/:instance_uuid/extensions/:extension_id/provisioning',
    area,
    summary: 'Get what a softphone needs',
    description:
      'For the primary user and the user of the extension. An API key that permits only `read` does not see credentials: 403.',
    access: 'see and choose SIP passwords and PINs',
    success: { status: 200, schema: ProvisioningSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => extensionToProvision(context, actor, params),
    handle: async ({ context, subject }) => provisionExtension(context, subject),
  }),
]

import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { Phones } from '../phones.ts'
import { listSoftphones, openSoftphone } from './open-softphone.ts'
import { extensionToCallWith } from './softphone-access.ts'

const operation = operationOf<Phones>()

const area = 'Calls from the browser'

const SoftphoneSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the extension.' }),
    pbx: Type.String({ description: 'The uuid of its instance.' }),
    number: Type.Integer(),
    name: Type.String(),
  },
  { additionalProperties: false },
)

const OpenSoftphoneSchema = Type.Object(
  {
    user: Type.String({ description: 'The SIP user, also for the digest.' }),
    domain: Type.String({ description: 'The SIP domain.' }),
    password: Type.String({ description: 'Valid as long as the connection lasts.' }),
    path: Type.String({ description: 'Where to connect: SIP over WebSocket, with the session cookie.' }),
    expires_at: Type.String({ description: 'Connect before this time.' }),
  },
  { additionalProperties: false },
)

export const softphoneRoutes = [
  operation({
    method: 'GET',
    path: '/softphones',
    area,
    summary: 'List the extensions with which you can call from a browser',
    description: 'Your own. Empty with an API key, and with a PBX that does not support it.',
    access: 'see softphones',
    success: { status: 200, schema: Type.Array(SoftphoneSchema) },
    problems: [],
    handle: ({ context, actor }) => listSoftphones(context, actor),
  }),
  operation({
    method: 'POST',
    path: '/instances/:instance_uuid/extensions/:extension_id/softphone',
    area,
    summary: 'Make this browser a phone of the extension',
    description:
      'Only for the user of the extension, with the session of the web app. The browser rings and calls beside the other phones until its connection ends: when the page is closed, and when the user signs out, is disabled or loses the extension.',
    access: 'call from a browser',
    success: { status: 201, schema: OpenSoftphoneSchema },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => extensionToCallWith(context, actor, params),
    handle: ({ context, actor, subject }) => openSoftphone(context, actor, subject),
  }),
]

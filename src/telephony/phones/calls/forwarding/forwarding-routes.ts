import { operationOf } from '../../../http/operation.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { extensionThatForwards, ownExtensionToForward } from '../../extensions/extension-access.ts'
import { ForwardingSchema, setForwarding, showForwarding } from './set-forwarding.ts'

const operation = operationOf<TelephonyPlatform>()

const place = {
  path: '/instances/:instance_uuid/extensions/:extension_id/forwarding',
  area: 'Extensions',
} as const

export const forwardingRoutes = [
  operation({
    method: 'GET',
    ...place,
    access: 'see where calls are forwarded',
    summary: 'Get where all calls to an extension are forwarded',
    description: 'For owners, administrators and the user of the extension.',
    success: { status: 200, schema: ForwardingSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => extensionThatForwards(context, actor, params),
    handle: ({ context, subject }) => showForwarding(context, subject),
  }),
  operation({
    method: 'PUT',
    ...place,
    access: 'forward calls',
    summary: 'Forward all calls to an extension',
    description:
      'At a phone, `*72` and a number do so, and `*73` ends it. It ends, too, when the extension goes to another user. Calls of ring groups and queues are not forwarded.',
    body: ForwardingSchema,
    success: { status: 200, schema: ForwardingSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => ownExtensionToForward(context, actor, params),
    handle: ({ context, actor, subject, body }) => setForwarding(context, actor, subject, body),
  }),
]

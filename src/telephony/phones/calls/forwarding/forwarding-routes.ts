import { operationOf } from '../../../http/operation.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { extensionThatForwards, ownExtensionToForward } from '../../extensions/extension-access.ts'
import { ForwardingChangeSchema, ForwardingSchema, setForwarding, showForwarding } from './set-forwarding.ts'

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
    summary: 'Get where calls to an extension are forwarded',
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
    summary: 'Forward the calls to an extension',
    description:
      'All calls, those while it is busy, and those that nobody answers. What is absent stays as it is. At a phone, `*72`, `*90` and `*52` with a number do so, and `*73`, `*91` and `*53` end it. It ends, too, when the extension goes to another user. Calls of ring groups and queues are not forwarded.',
    body: ForwardingChangeSchema,
    success: { status: 200, schema: ForwardingSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => ownExtensionToForward(context, actor, params),
    handle: ({ context, actor, subject, body }) => setForwarding(context, actor, subject, body),
  }),
]

import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { RetentionPatch, RetentionSchema } from './retention-view.ts'
import { showRetention, updateRetention } from './update-retention.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Company'
const path = '/company/retention'

/** It deletes what belongs to everybody: like keys and webhooks, it is for owners. */
const forOwners = { access: 'manage how long calls and voicemail are kept' } as const

export const retentionRoutes = [
  operation({
    method: 'GET',
    path,
    area,
    summary: 'Get how long calls, recordings, voicemail, texts and faxes are kept',
    ...forOwners,
    success: { status: 200, schema: RetentionSchema },
    problems: [],
    handle: ({ context, actor }) => showRetention(context, actor),
  }),
  operation({
    method: 'PATCH',
    path,
    area,
    summary: 'Change how long calls, recordings, voicemail, texts and faxes are kept',
    description:
      'By default, everything is kept. What is older is deleted for good, within an hour, unless it is under a legal hold. The audit trail says how much.',
    ...forOwners,
    body: RetentionPatch,
    success: { status: 200, schema: RetentionSchema },
    problems: [400],
    handle: ({ context, actor, body }) => updateRetention(context, actor, body),
  }),
]

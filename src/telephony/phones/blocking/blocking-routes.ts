import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import {
  BlockedNumberPatch,
  BlockedNumberSchema,
  blockedNumberView,
  CallScreeningPatch,
  CallScreeningSchema,
  NewBlockedNumber,
} from './blocking-view.ts'
import {
  blockNumber,
  showBlocks,
  showScreening,
  unblockNumber,
  updateBlock,
  updateScreening,
  visibleBlock,
} from './change-blocking.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Blocked callers'
const one = '/blocked-numbers/:blocked_number_id'

export const blockingRoutes = [
  operation({
    method: 'GET',
    path: '/blocked-numbers',
    area,
    summary: 'List the blocked numbers',
    description:
      'Newest first. Owners and administrators see those of the company and of all users, other users their own.',
    access: 'see blocked numbers',
    query: Type.Object(
      {
        user: Type.Optional(
          Type.String({ maxLength: 50, description: 'The id of a user, or `company` for the company.' }),
        ),
        search: Type.Optional(Type.String({ maxLength: 50, description: 'Digits of the number.' })),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(BlockedNumberSchema), paged: true },
    problems: [400, 403],
    handle: ({ context, actor, query }) =>
      showBlocks(
        context,
        actor,
        { userId: query.user === 'company' ? '' : query.user || undefined, search: query.search },
        pageOf(query.page, query.page_size),
      ),
  }),
  operation({
    method: 'POST',
    path: '/blocked-numbers',
    area,
    summary: 'Block a number',
    description: 'It counts from the next call on. 409 if the list has the number.',
    access: 'block numbers',
    body: NewBlockedNumber,
    nullIsAbsent: true,
    success: { status: 201, schema: BlockedNumberSchema },
    problems: [400, 403, 409],
    handle: ({ context, actor, body }) => blockNumber(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: one,
    area,
    summary: 'Get a blocked number',
    access: 'see blocked numbers',
    success: { status: 200, schema: BlockedNumberSchema },
    problems: [404],
    find: ({ context, actor, params }) => visibleBlock(context, actor, params.blocked_number_id!),
    handle: async ({ actor, subject }) => blockedNumberView(subject, actor.company.public_id),
  }),
  operation({
    method: 'PATCH',
    path: one,
    area,
    summary: 'Change a blocked number',
    description: 'What happens to the caller, and the note. The number cannot be changed.',
    access: 'block numbers',
    body: BlockedNumberPatch,
    success: { status: 200, schema: BlockedNumberSchema },
    problems: [400, 404],
    find: ({ context, actor, params }) => visibleBlock(context, actor, params.blocked_number_id!),
    handle: ({ context, actor, subject, body }) => updateBlock(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: one,
    area,
    summary: 'Unblock a number',
    access: 'block numbers',
    success: { status: 200, schema: BlockedNumberSchema },
    problems: [404],
    find: ({ context, actor, params }) => visibleBlock(context, actor, params.blocked_number_id!),
    handle: ({ context, actor, subject }) => unblockNumber(context, actor, subject.id),
  }),
  operation({
    method: 'GET',
    path: '/call-screening',
    area,
    summary: 'Get how the acting user treats callers outside',
    access: 'see blocked numbers',
    success: { status: 200, schema: CallScreeningSchema },
    problems: [],
    handle: ({ context, actor }) => showScreening(context, actor, actor.contact.id),
  }),
  operation({
    method: 'PATCH',
    path: '/call-screening',
    area,
    summary: 'Change how the acting user treats callers outside',
    access: 'block numbers',
    body: CallScreeningPatch,
    success: { status: 200, schema: CallScreeningSchema },
    problems: [400],
    handle: ({ context, actor, body }) => updateScreening(context, actor, actor.contact.id, body),
  }),
  operation({
    method: 'GET',
    path: '/company/call-screening',
    area,
    summary: 'Get how the company treats callers outside',
    description: 'For owners and administrators.',
    access: 'see how the company treats callers',
    success: { status: 200, schema: CallScreeningSchema },
    problems: [403],
    handle: ({ context, actor }) => showScreening(context, actor, null),
  }),
  operation({
    method: 'PATCH',
    path: '/company/call-screening',
    area,
    summary: 'Change how the company treats callers outside',
    description: 'For owners and administrators. It counts for everybody, whatever they have chosen.',
    access: 'decide how the company treats callers',
    body: CallScreeningPatch,
    success: { status: 200, schema: CallScreeningSchema },
    problems: [400, 403],
    handle: ({ context, actor, body }) => updateScreening(context, actor, null, body),
  }),
]

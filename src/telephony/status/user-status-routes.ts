import { Type } from '@sinclair/typebox'
import { operationOf } from '../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../http/paging.ts'
import type { Identity } from '../identity/identity.ts'
import { listUserStatuses, StatusPatch, showOwnStatus, updateUserStatus } from './user-status-actions.ts'
import { StatusLayersSchema, UserStatusSchema } from './user-status-events.ts'

const operation = operationOf<Identity>()

const area = 'User status'

export const userStatusRoutes = [
  operation({
    method: 'GET',
    path: '/status/v2/current-user',
    area,
    summary: 'Get the status of the current user',
    access: 'see the status of users',
    success: { status: 200, schema: StatusLayersSchema },
    problems: [],
    handle: ({ context, actor }) => showOwnStatus(context, actor),
  }),
  operation({
    method: 'PATCH',
    path: '/status/v2/current-user',
    area,
    summary: 'Change the status of the current user',
    description:
      'What others see is the first of these that is set: do_not_disturb, an ongoing call, the additional ' +
      'status of the user, that of a program, the main status. `text` and `emoji` are shown beside it.',
    access: 'set a status',
    body: StatusPatch,
    success: { status: 200, schema: StatusLayersSchema },
    problems: [400],
    handle: ({ context, actor, body }) => updateUserStatus(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: '/statuses/v2/users',
    area,
    summary: 'List the statuses of users',
    access: 'see the status of users',
    query: Type.Object(
      {
        user_id: Type.Optional(
          Type.String({ minLength: 1, maxLength: 10_000, description: 'Ids of users, separated by commas.' }),
        ),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(UserStatusSchema), paged: true },
    problems: [400],
    handle: ({ context, actor, query }) =>
      listUserStatuses(
        context,
        actor,
        query.user_id?.split(',').map((id) => id.trim()),
        pageOf(query.page, query.page_size),
      ),
  }),
]

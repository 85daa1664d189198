import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import { boolean, json, naturalNumber, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findMessagePage, type MessagePage, type WantedPage } from '../find-message-page.ts'
import type { History } from '../history.ts'
import { anchor, narrow } from '../page-parameters.ts'
import {
  type ChangedFlags,
  changeFlags,
  changeFlagsOfFound,
  type FlagChange,
  readFlagChange,
} from './change-flags.ts'

/** Per request. The client continues where the response ends. */
const MESSAGES_AT_ONCE = 5000

const endpoint = endpointOf<History>()

const IDS_LIMIT = 5000
const ids = Type.Array(Type.Integer())
const messageOrNone = Type.Union([Type.Integer(), Type.Null()])
const op = text('`add` or `remove`.')
const flag = text('`read`, `starred` or `collapsed`.')

export const flagRoutes = [
  endpoint({
    method: 'POST',
    path: '/messages/flags',
    summary: 'Update personal message flags',
    description:
      'Changes all of the messages, or none if you cannot read one of them. Messages of streams that you are not subscribed to cannot become unread.',
    access: 'mark messages for themselves',
    parameters: {
      messages: json('Ids of the messages.', Type.Array(Type.Integer(), { maxItems: IDS_LIMIT })),
      op,
      flag,
    },
    response: Type.Object(
      { messages: ids, ignored_because_not_subscribed_channels: ids },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const change = readFlagChange(input.op, input.flag)
      const { ignoredStreams } = await changeFlags(chat, actor, change, input.messages)
      return { messages: input.messages, ignored_because_not_subscribed_channels: ignoredStreams }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/messages/flags/narrow',
    summary: 'Update personal message flags for narrow',
    description: 'Changes the messages around an anchor, as in Get messages: at most 5000 per request.',
    access: 'mark messages for themselves',
    parameters: {
      anchor,
      include_anchor: otherwise(boolean('Whether to change the anchor, too.'), true),
      num_before: naturalNumber('Number of messages with ids below the anchor.'),
      num_after: naturalNumber('Number of messages with ids above the anchor.'),
      narrow,
      op,
      flag,
    },
    response: Type.Object(
      {
        processed_count: Type.Integer(),
        updated_count: Type.Integer(),
        first_processed_id: messageOrNone,
        last_processed_id: messageOrNone,
        found_oldest: Type.Boolean(),
        found_newest: Type.Boolean(),
        ignored_because_not_subscribed_channels: ids,
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const { page, changed, ignoredStreams } = await changeFlagsInNarrow(
        chat,
        actor,
        readFlagChange(input.op, input.flag),
        {
          anchor: input.anchor,
          includeAnchor: input.include_anchor,
          numBefore: input.num_before,
          numAfter: input.num_after,
          narrow: input.narrow,
        },
      )
      return {
        processed_count: page.ids.length,
        updated_count: changed.length,
        first_processed_id: page.ids[0] ?? null,
        last_processed_id: page.ids.at(-1) ?? null,
        found_oldest: page.foundOldest,
        found_newest: page.foundNewest,
        ignored_because_not_subscribed_channels: ignoredStreams,
      }
    },
  }),
]

interface ChangedInNarrow extends ChangedFlags {
  page: MessagePage
}

/** The same for messages whose ids the client does not know. */
async function changeFlagsInNarrow(
  chat: History,
  actor: Actor,
  change: FlagChange,
  wanted: WantedPage,
): Promise<ChangedInNarrow> {
  if (wanted.includeAnchor === false && wanted.numBefore > 0 && wanted.numAfter > 0) {
    throw badRequest('The anchor can only be excluded at an end of the range')
  }
  const room = Math.max(MESSAGES_AT_ONCE - wanted.numAfter, MESSAGES_AT_ONCE / 2)
  const numBefore = Math.min(wanted.numBefore, room)
  const numAfter = Math.min(wanted.numAfter, MESSAGES_AT_ONCE - numBefore)
  const page = await findMessagePage(chat, actor, { ...wanted, numBefore, numAfter })
  return { page, ...(await changeFlagsOfFound(chat, actor, change, page.ids)) }
}

import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { textingAudience } from '../numbers/texting-audience.ts'
import { requireConversation } from '../texting-conversation-access.ts'
import { textingConversationsTable } from '../texting-tables.ts'
import { textingMessagesTable } from './texting-message.ts'
import { messagesRead, type ReadMessages } from './texting-message-events.ts'

const fields = {
  messagesIds: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 1000 }),
  timezone: Type.Optional(
    Type.String({ format: 'timezone', maxLength: 100, description: "By default the user's." }),
  ),
}

/** The body of the REST operation. */
export const MessagesToRead = Type.Object(fields, { additionalProperties: false })

/** The payload of the socket's `texting.message.markAsRead`. */
export const MarkAsReadCommand = Type.Object(
  { conversation_id: Type.String({ maxLength: 50 }), ...fields },
  { additionalProperties: false },
)

/** The messages that were unread, as in the event `texting.message.markAsRead`. */
export const ReadMessagesSchema = Type.Object(
  {
    conversation_id: Type.String(),
    messagesIds: Type.Array(Type.String()),
    timezone: Type.String({ description: 'Of the user who read them.' }),
  },
  { additionalProperties: false },
)

/** Changes and announces only unread messages. 404 if the actor cannot see the conversation. */
export async function markMessagesAsRead(
  platform: TelephonyPlatform,
  actor: Actor,
  { conversation_id: conversationId, messagesIds, timezone }: Static<typeof MarkAsReadCommand>,
): Promise<ReadMessages> {
  const { clock } = platform
  const { company } = actor
  return platform.transact(company.id, async (tx) => {
    const conversation = await requireConversation(tx.db, actor, conversationId)
    const named = await textingMessagesTable.list(tx.db, {
      company_id: company.id,
      id: [...new Set(messagesIds)],
    })
    const unread = named.filter(
      (message) => message.conversation_id === conversationId && message.is_read === 0,
    )
    const read: ReadMessages = {
      conversation_id: conversationId,
      messagesIds: unread.map(({ id }) => id),
      timezone: timezone ?? actor.contact.profile.timezone,
    }
    if (unread.length === 0) return read
    const now = clock.now()
    await textingMessagesTable.updateWhere(
      tx.db,
      { company_id: company.id, id: read.messagesIds },
      { is_read: 1, updated_at: now },
    )
    const left = await textingMessagesTable.count(tx.db, {
      company_id: company.id,
      conversation_id: conversationId,
      is_read: 0,
    })
    await textingConversationsTable.update(
      tx.db,
      { company_id: company.id, id: conversationId },
      { unread_count: left, updated_at: now },
    )
    await recordChange(tx, clock, actor, {
      action: 'conversation.read',
      id: conversationId,
      before: { unread_msg_count: conversation.unread_count },
      after: { unread_msg_count: left, messagesIds: read.messagesIds },
    })
    tx.announce(messagesRead(await textingAudience(tx.db, company, conversation.from_number), read))
    return read
  })
}

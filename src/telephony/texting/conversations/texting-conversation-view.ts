import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../platform/clock.ts'
import { FileSchema } from '../../files/file-view.ts'
import { tenDigits } from '../../normalize-number.ts'
import { nullable } from '../../nullable.ts'
import { TextingContactSchema, type TextingContactView } from '../contacts/texting-contact-view.ts'
import {
  CampaignInfoSchema,
  DirectionSchema,
  TextingMessageSchema,
  type TextingMessageView,
} from '../messages/texting-message-events.ts'
import type { Conversation } from '../texting-conversation-store.ts'

const strict = { additionalProperties: false }

export const ConversationTypeSchema = Type.Union([
  Type.Literal('direct'),
  Type.Literal('group'),
  Type.Literal('campaign'),
])

export type ConversationType = Static<typeof ConversationTypeSchema>

export const ConversationSchema = Type.Object(
  {
    id: Type.String(),
    company_id: Type.String(),
    contact_id: Type.String({ description: 'The first recipient.' }),
    contactinfo: TextingContactSchema,
    contactsinfo: Type.Array(TextingContactSchema, { description: 'All recipients.' }),
    conversation_type: ConversationTypeSchema,
    countunreadmessages: Type.Integer({ description: 'The same as unread_msg_count.' }),
    unread_msg_count: Type.Integer(),
    from_number: Type.String({ description: "The company's number: ten digits when it is of +1." }),
    has_direct_msg: Type.Boolean({ description: 'Whether there has been any message outside of campaigns.' }),
    has_hidden_msg: Type.Boolean({ description: 'Whether messages were deleted and are hidden.' }),
    last_message_created_at: nullable(Type.String()),
    lastmessage: nullable(TextingMessageSchema),
    recipients: Type.Array(Type.String(), { description: 'Ids of the texting contacts.' }),
    timezone: Type.String({ description: 'Of the user who created it.' }),
    updated_at: Type.String(),
    name: Type.String(),
    created_at: Type.String(),
    pinned_at: nullable(Type.String()),
    campaign_info: CampaignInfoSchema,
    last_msg: nullable(
      Type.Object(
        {
          created_at: Type.String(),
          direction: DirectionSchema,
          files: Type.Array(FileSchema),
          frm: Type.String(),
          to: Type.String(),
          text: Type.String(),
          is_unread: Type.Boolean(),
        },
        { ...strict, description: 'The last message in short.' },
      ),
    ),
  },
  strict,
)

export type ConversationView = Static<typeof ConversationSchema>

export function conversationView(
  conversation: Conversation,
  companyPublicId: string,
  contacts: TextingContactView[],
  last: TextingMessageView | undefined,
): ConversationView {
  const [first] = contacts
  const type = conversation.conversation_type as ConversationType
  return {
    id: conversation.id,
    company_id: companyPublicId,
    contact_id: first!.id,
    contactinfo: first!,
    contactsinfo: contacts,
    conversation_type: type,
    countunreadmessages: conversation.unread_count,
    unread_msg_count: conversation.unread_count,
    from_number: tenDigits(conversation.from_number),
    has_direct_msg: conversation.has_direct_msg === 1,
    has_hidden_msg: conversation.has_hidden_msg === 1,
    last_message_created_at: isoDateOrNull(conversation.last_message_at),
    lastmessage: last ?? null,
    recipients: contacts.map(({ id }) => id),
    timezone: conversation.timezone,
    updated_at: isoDate(conversation.updated_at),
    name: conversation.name,
    created_at: isoDate(conversation.created_at),
    pinned_at: isoDateOrNull(conversation.pinned_at),
    campaign_info: type === 'campaign' ? { name: conversation.name } : null,
    last_msg: last ? inShort(last) : null,
  }
}

const inShort = ({ created_at, direction, files, frm, to, text, is_read }: TextingMessageView) => ({
  created_at,
  direction,
  files,
  frm,
  to,
  text,
  is_unread: !is_read,
})

/** For the audit trail: the last message has entries of its own. */
export const auditedConversation = (conversation: ConversationView) => ({
  ...conversation,
  lastmessage: null,
  last_msg: null,
})

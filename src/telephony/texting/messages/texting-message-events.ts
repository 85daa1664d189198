import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import type { Audience } from '../../event-audience.ts'
import type { StoredFile } from '../../files/file-store.ts'
import { FileSchema, fileView } from '../../files/file-view.ts'
import { nullable } from '../../nullable.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import { messageStatuses } from './message-status.ts'
import type { TextingMessage } from './texting-message.ts'

const strict = { additionalProperties: false }

export const CampaignInfoSchema = nullable(Type.Object({ name: Type.String() }, strict))
export const DirectionSchema = Type.Union([Type.Literal('inbound'), Type.Literal('outbound')])

const fields = {
  id: Type.String(),
  conversation_id: Type.String(),
  company_id: Type.String(),
  direction: DirectionSchema,
  frm: Type.String({ description: 'The number it came from, E.164.' }),
  to: Type.String({ description: 'The number it went to, E.164.' }),
  text: Type.String(),
  files: Type.Array(FileSchema),
  is_read: Type.Boolean({ description: 'Outbound messages are read from the start.' }),
  status: Type.Union(
    messageStatuses.map((status) => Type.Literal(status)),
    { description: 'Inbound messages are `received`; those of outbound ones only move forward.' },
  ),
  error_code: nullable(Type.String({ description: 'Why it failed or was not delivered.' })),
  error_message: nullable(Type.String()),
  segments: Type.Integer({ description: 'The number of segments it is sent as.' }),
  encoding: Type.Union([Type.Literal('GSM-7'), Type.Literal('UCS-2')]),
  user_id: nullable(Type.String({ description: 'The user who sent it.' })),
  timezone: Type.String({ description: "The sender's." }),
  campaign_info: CampaignInfoSchema,
  created_at: Type.String(),
  updated_at: Type.String(),
  deleted_at: nullable(Type.String()),
}

export const TextingMessageSchema = Type.Object(fields, strict)

export const PublishedMessageSchema = Type.Object(
  {
    ...fields,
    warnings: Type.Array(Type.String(), {
      description: 'With `with_warning`: why the message was not sent to this recipient.',
    }),
  },
  strict,
)

export type TextingMessageView = Static<typeof TextingMessageSchema>
export type PublishedMessage = Static<typeof PublishedMessageSchema>

export const textingMessageView = (
  message: TextingMessage,
  companyPublicId: string,
  files: ReadonlyMap<string, StoredFile>,
): TextingMessageView => ({
  id: message.id,
  conversation_id: message.conversation_id,
  company_id: companyPublicId,
  direction: message.direction,
  frm: message.frm,
  to: message.recipient,
  text: message.text,
  files: message.files.flatMap((id) => {
    const file = files.get(id)
    return file ? fileView(file, companyPublicId) : []
  }),
  is_read: message.is_read === 1,
  status: message.status,
  error_code: message.error_code,
  error_message: message.error_message,
  segments: message.segments,
  encoding: message.encoding,
  user_id: message.user_id,
  timezone: message.timezone,
  campaign_info: null,
  created_at: isoDate(message.created_at),
  updated_at: isoDate(message.updated_at),
  deleted_at: null,
})

/** For the audit trail: pictures would fill it. */
export const auditedMessage = (message: TextingMessageView) => ({
  ...message,
  files: message.files.map((file) => ({ ...file, preview: null })),
})

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'texting.message.new': TextingMessageView
    'texting.message.updated': TextingMessageView
    'texting.message.delete': { id: string; conversation_id: string }
    'texting.message.markAsRead': ReadMessages
  }
}

export const messageNew = (
  audience: Audience,
  message: TextingMessageView,
): NewTelephonyEvent<'texting.message.new'> => ({
  type: 'texting.message.new',
  audience,
  payload: message,
})

/** Its status has changed. */
export const messageUpdated = (
  audience: Audience,
  message: TextingMessageView,
): NewTelephonyEvent<'texting.message.updated'> => ({
  type: 'texting.message.updated',
  audience,
  payload: message,
})

export const messageDeleted = (
  audience: Audience,
  id: string,
  conversationId: string,
): NewTelephonyEvent<'texting.message.delete'> => ({
  type: 'texting.message.delete',
  audience,
  payload: { id, conversation_id: conversationId },
})

export interface ReadMessages {
  conversation_id: string
  messagesIds: string[]
  /** of the reader */
  timezone: string
}

export const messagesRead = (
  audience: Audience,
  read: ReadMessages,
): NewTelephonyEvent<'texting.message.markAsRead'> => ({
  type: 'texting.message.markAsRead',
  audience,
  payload: read,
})

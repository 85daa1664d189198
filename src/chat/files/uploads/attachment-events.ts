import { type Static, Type } from '@sinclair/typebox'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { AttachmentClaim, UploadedFileRow } from './uploaded-file-store.ts'

export const AttachmentSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String({ description: 'As the client named it.' }),
    path_id: Type.String({ description: 'What follows /user_uploads/ in its address.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    create_time: Type.Integer({ description: 'Milliseconds since the epoch.' }),
    messages: Type.Array(
      Type.Object(
        { id: Type.Integer(), date_sent: Type.Integer({ description: 'Milliseconds since the epoch.' }) },
        { additionalProperties: false },
      ),
      {
        description: 'The newest 100 messages that link the file and that its owner can read, newest first.',
      },
    ),
  },
  { additionalProperties: false },
)

export type AttachmentView = Static<typeof AttachmentSchema>

/** Enough for files that are linked very often. */
export const MESSAGES_SHOWN = 100

export function viewAttachment(file: UploadedFileRow, claims: readonly AttachmentClaim[]): AttachmentView {
  return {
    id: file.id,
    name: file.name,
    path_id: file.path_id,
    size: file.size,
    create_time: file.created_at * 1000,
    messages: claims
      .slice(0, MESSAGES_SHOWN)
      .map((claim) => ({ id: claim.message_id, date_sent: claim.sent_at * 1000 })),
  }
}

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    attachment: { upload_space_used: number } & (
      | { op: 'add' | 'update'; attachment: AttachmentView }
      | { op: 'remove'; attachment: { id: number } }
    )
  }
}

/**
 * Notifies the uploader of a new file, or of a change in the messages that link it. `spaceUsed` is the organization's
 * total.
 */
export function attachmentChanged(
  op: 'add' | 'update',
  ownerId: number,
  attachment: AttachmentView,
  spaceUsed: number,
): NewChatEvent<'attachment'> {
  return {
    type: 'attachment',
    audience: { users: [ownerId] },
    payload: { op, attachment, upload_space_used: spaceUsed },
  }
}

export function attachmentRemoved(
  ownerId: number,
  id: number,
  spaceUsed: number,
): NewChatEvent<'attachment'> {
  return {
    type: 'attachment',
    audience: { users: [ownerId] },
    payload: { op: 'remove', attachment: { id }, upload_space_used: spaceUsed },
  }
}

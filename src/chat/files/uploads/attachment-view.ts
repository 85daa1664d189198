import { type Static, Type } from '@sinclair/typebox'
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

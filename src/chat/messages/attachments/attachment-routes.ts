import { Type } from '@sinclair/typebox'
import { AttachmentSchema } from '../../files/uploads/attachment-view.ts'
import { integer } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { deleteAttachment } from './delete-attachment.ts'
import { listAttachments } from './list-attachments.ts'

export const attachmentRoutes = [
  endpoint({
    method: 'GET',
    path: '/attachments',
    summary: 'Get attachments',
    description: 'Your own files, and the room that all files of the organization take.',
    access: 'users',
    parameters: {},
    response: Type.Object(
      {
        attachments: Type.Array(AttachmentSchema),
        upload_space_used: Type.Integer({ description: 'Bytes, of the whole organization.' }),
      },
      { additionalProperties: false },
    ),
    handle: ({ chat, actor }) => listAttachments(chat, actor),
  }),
  endpoint({
    method: 'DELETE',
    path: '/attachments/:attachment_id',
    summary: 'Delete an attachment',
    description: 'For its uploader. Links to it then lead nowhere.',
    access: 'users',
    parameters: { attachment_id: integer('Id of the file.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await deleteAttachment(chat, actor, input.attachment_id)
      return {}
    },
  }),
]

import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { AttachmentSchema } from '../../files/uploads/attachment-view.ts'
import { integer } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { deleteAttachment } from './delete-attachment.ts'
import { listAttachments } from './list-attachments.ts'

const endpoint = endpointOf<ChatPlatform>()

export const attachmentRoutes = [
  endpoint({
    method: 'GET',
    path: '/attachments',
    summary: 'Get attachments',
    description: 'Your own files, and the space used by all files of the organization.',
    access: 'upload files',
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
    description: 'Only its uploader can do this. Links to it stop working.',
    access: 'upload files',
    parameters: { attachment_id: integer('Id of the file.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await deleteAttachment(chat, actor, input.attachment_id)
      return {}
    },
  }),
]

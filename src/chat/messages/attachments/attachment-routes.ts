import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { AttachmentSchema } from '../../files/uploads/attachment-events.ts'
import { keepUpload } from '../../files/uploads/keep-upload.ts'
import { temporaryAddress } from '../../files/uploads/temporary-address.ts'
import { readUploadPath } from '../../files/uploads/upload-path.ts'
import { uploadBytes } from '../../http/one-file.ts'
import { integer, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessUploadedFile, noSuchFile } from './attachment-access.ts'
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

export const uploadRoutes = [
  endpoint({
    method: 'POST',
    path: '/user_uploads',
    summary: 'Upload a file',
    description:
      'Stores the first file of the form. Link its URL in a message to share it with the readers of that message.',
    access: 'upload files',
    file: 'Any file, up to max_file_upload_size_mib of register.',
    fileBytes: uploadBytes,
    parameters: {},
    response: Type.Object(
      {
        uri: Type.String({ description: 'The same as url, for older clients.' }),
        url: Type.String({ description: 'Path of the file on the host of the organization.' }),
        filename: Type.String({ description: 'The name that the client gave.' }),
      },
      { additionalProperties: false },
    ),
    handle: ({ chat, actor, files }) => keepUpload(chat, actor, files),
  }),
  endpoint({
    method: 'GET',
    path: '/user_uploads/:realm_id_str/:token/:filename',
    summary: 'Get a temporary address of a file',
    description:
      'Anybody with this URL can fetch the file for one minute. Meant for programs that cannot send credentials.',
    access: 'read messages, topics and files',
    parameters: {
      realm_id_str: text('Id of the organization: the first part of the URL of the file.'),
      token: text('The middle part of the URL of the file.'),
      filename: text('The last part of the URL of the file.'),
    },
    response: Type.Object({ url: Type.String() }, { additionalProperties: false }),
    handle: ({ chat, actor, input }) => findTemporaryAddress(chat, actor, input),
  }),
]

/** By the parts of the file's URL, if the actor may see the file. */
async function findTemporaryAddress(
  chat: ChatPlatform,
  actor: Actor,
  input: { realm_id_str: string; token: string; filename: string },
): Promise<{ url: string }> {
  const path = readUploadPath(input.realm_id_str, input.token, input.filename)
  if (!path) throw noSuchFile()
  const file = await accessUploadedFile(chat.database.read, actor, path)
  return { url: temporaryAddress(chat, file) }
}

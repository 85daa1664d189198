import { Type } from '@sinclair/typebox'
import { keepUpload } from '../../files/uploads/keep-upload.ts'
import { uploadBytes } from '../../http/one-file.ts'
import { text } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { findTemporaryAddress } from './find-temporary-address.ts'

export const uploadRoutes = [
  endpoint({
    method: 'POST',
    path: '/user_uploads',
    summary: 'Upload a file',
    description:
      'The first file of the form counts. Link its address in a message to show it to the readers of the message.',
    access: 'users',
    file: 'Any file, up to max_file_upload_size_mib of register.',
    fileBytes: uploadBytes,
    parameters: {},
    response: Type.Object(
      {
        uri: Type.String({ description: 'The same as url, for older clients.' }),
        url: Type.String({ description: 'Its address, on the host of the organization.' }),
        filename: Type.String({ description: 'As the client named it.' }),
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
      'Anybody who has it can fetch the file for a minute: for programs that cannot send credentials along.',
    access: 'users',
    parameters: {
      realm_id_str: text('Id of the organization, as in the address of the file.'),
      token: text('The middle of the address of the file.'),
      filename: text('The end of the address of the file.'),
    },
    response: Type.Object({ url: Type.String() }, { additionalProperties: false }),
    handle: ({ chat, actor, input }) => findTemporaryAddress(chat, actor, input),
  }),
]

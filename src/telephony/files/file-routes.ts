import { Type } from '@sinclair/typebox'
import { isoDate } from '../../platform/clock.ts'
import { operationOf } from '../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../http/paging.ts'
import { MAX_FILE_BYTES } from './contents/keep-content.ts'
import { checkIsUploaded, fileToChange, fileToRead } from './file-access.ts'
import {
  createFile,
  deleteFile,
  downloadFile,
  downloadSharedFile,
  listOwnFiles,
  NewFile,
  representFile,
  representPage,
  showFile,
} from './file-actions.ts'
import type { FileStorage } from './file-storage.ts'
import { FileSchema, PreviewSchema } from './file-view.ts'
import { sharedFileUrl } from './shared-file-url.ts'
import { uploadFile } from './upload-file.ts'

const operation = operationOf<FileStorage>()

const area = 'Files'
const whoReads = 'For its uploader, the primary user, and users who received it with a text or a fax.'

export const fileRoutes = [
  operation({
    method: 'GET',
    path: '/files',
    area,
    summary: 'List the files',
    description:
      'Your own, newest first; for the primary user those of everybody. A page carries at most 8 MB of previews.',
    access: 'see files',
    query: Type.Object({ page: pageNumber, page_size: pageSize }, { additionalProperties: false }),
    success: { status: 200, schema: Type.Array(FileSchema), paged: true },
    problems: [400],
    handle: ({ context, actor, query }) => listOwnFiles(context, actor, pageOf(query.page, query.page_size)),
  }),
  operation({
    method: 'POST',
    path: '/files',
    area,
    summary: 'Create a file',
    description: 'Upload its contents afterwards.',
    access: 'change files',
    body: NewFile,
    nullIsAbsent: true,
    success: { status: 201, schema: FileSchema },
    problems: [400, 403],
    handle: ({ context, actor, body }) => createFile(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: '/files/:file_id',
    area,
    summary: 'Get a file',
    description: whoReads,
    access: 'see files',
    success: { status: 200, schema: FileSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => fileToRead(context, actor, params.file_id!),
    handle: ({ context, actor, subject }) => showFile(context, actor.company, subject),
  }),
  operation({
    method: 'POST',
    path: '/files/:file_id/upload',
    area,
    summary: 'Upload the contents of a file',
    description:
      'As the field `upfile` of a form, or as the body itself; up to 50 MB, once. What it is, the server finds out from the bytes. For its uploader and the primary user.',
    access: 'change files',
    body: 'form',
    fileBytes: MAX_FILE_BYTES,
    success: { status: 200, schema: FileSchema },
    problems: [400, 403, 404, 409, 413],
    find: ({ context, actor, params }) => fileToChange(context, actor, params.file_id!),
    handle: ({ context, actor, subject, body }) => uploadFile(context, actor, subject, body),
  }),
  operation({
    method: 'GET',
    path: '/files/:file_id/download',
    area,
    summary: 'Download a file',
    description: whoReads,
    access: 'see files',
    success: { status: 200, type: 'application/octet-stream', redirects: true },
    problems: [403, 404],
    find: ({ context, actor, params }) => fileToRead(context, actor, params.file_id!),
    handle: ({ context, actor, subject, request }) => downloadFile(context, actor.company, subject, request),
  }),
  operation({
    method: 'DELETE',
    path: '/files/:file_id',
    area,
    summary: 'Delete a file',
    description: 'For its uploader and the primary user. 409 while it belongs to a fax.',
    access: 'change files',
    success: { status: 200, schema: FileSchema },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => fileToChange(context, actor, params.file_id!),
    handle: ({ context, actor, subject }) => deleteFile(context, actor, subject.id),
  }),
  operation({
    method: 'POST',
    path: '/files/:file_id/generate_url',
    area,
    summary: 'Get an address of a file that needs no credentials',
    description: `Anyone with the address can download the file for \`expire\` seconds. ${whoReads}`,
    access: 'change files',
    body: Type.Object(
      { expire: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400, default: 120 })) },
      { additionalProperties: false },
    ),
    success: {
      status: 200,
      schema: Type.Object({ url: Type.String(), expires_at: Type.String() }, { additionalProperties: false }),
    },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => fileToRead(context, actor, params.file_id!),
    async handle({ context, actor, subject, body }) {
      checkIsUploaded(subject)
      const until = context.clock.now() + (body.expire ?? 120) * 1000
      return {
        url: sharedFileUrl(context, actor.company.id, subject.id, until),
        expires_at: isoDate(until),
      }
    },
  }),
  operation({
    method: 'GET',
    path: '/files/shared/:token',
    area,
    summary: 'Download a file by its generated address',
    access: 'follow a link that carries a token',
    success: { status: 200, type: 'application/octet-stream', redirects: true },
    problems: [404],
    handle: ({ context, params, request }) => downloadSharedFile(context, params.token!, request),
  }),
  operation({
    method: 'POST',
    path: '/conversion/files/:file_id/representation',
    area,
    summary: 'Get the preview of a file',
    description: `The first page of a PDF or TIFF, or a small picture as it is. With \`page\` that page of a PDF or TIFF, large enough to be read. ${whoReads}`,
    access: 'see files',
    query: Type.Object(
      {
        page: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 10_000,
            description: 'Counted from 1; 400 when the document has no such page.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: PreviewSchema },
    problems: [400, 403, 404, 503],
    find: ({ context, actor, params }) => fileToRead(context, actor, params.file_id!),
    handle: ({ context, actor, subject, query }) =>
      query.page === undefined
        ? representFile(context, actor, subject)
        : representPage(context, actor, subject, query.page),
  }),
]

import { Type } from '@sinclair/typebox'
import { MAX_FILE_BYTES } from '../files/contents/keep-content.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { operationOf } from '../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../http/paging.ts'
import { faxDestinationRoutes } from './destinations/fax-destination-routes.ts'
import { downloadFax } from './documents/download-fax.ts'
import { downloadFaxPages } from './documents/fax-pages-url.ts'
import { deleteFax, FaxPatch, faxToDelete, faxToRead, listCompanyFaxes, updateFax } from './fax-actions.ts'
import { FaxSchema, faxView } from './faxes/fax-events.ts'
import { faxNumberRoutes } from './numbers/fax-number-routes.ts'
import { readFaxRequest } from './sending/read-fax-request.ts'
import { sendFax } from './sending/send-fax.ts'

const operation = operationOf<FileStorage>()

const area = 'Faxes'

export const faxRoutes = [
  operation({
    method: 'GET',
    path: '/fax/messages',
    area,
    summary: 'List the faxes',
    description: 'Newest first. Every user of the company sees all of its faxes.',
    access: 'read faxes, fax numbers and destinations',
    query: Type.Object(
      {
        direction: Type.Optional(Type.Union([Type.Literal('inbound'), Type.Literal('outbound')])),
        is_read: Type.Optional(Type.Boolean()),
        status: Type.Optional(FaxSchema.properties.status),
        search: Type.Optional(
          Type.String({
            maxLength: 200,
            description: 'Part of a number, a name or the subject, in any case.',
          }),
        ),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(FaxSchema), paged: true },
    problems: [400],
    handle: ({ context, actor, query }) =>
      listCompanyFaxes(
        context,
        actor,
        { direction: query.direction, isRead: query.is_read, status: query.status, search: query.search },
        pageOf(query.page, query.page_size),
      ),
  }),
  operation({
    method: 'POST',
    path: '/fax/messages',
    area,
    summary: 'Send a fax',
    description:
      'JSON with `to` and `file_id` (and `from`, `subject`, `to_name`), or a form with the same fields and the document as `upfile`. A PDF or TIFF of at most 350 pages and 50 MB. The fax is stored and goes out afterwards; its `status` and the events tell how it goes. Its file becomes readable for every user of the company.',
    access: 'send and mark faxes',
    body: 'form',
    fileBytes: MAX_FILE_BYTES,
    success: { status: 202, schema: FaxSchema },
    problems: [400, 413, 503],
    async handle({ context, actor, body }) {
      const { wanted, document } = await readFaxRequest(context, actor, body)
      return sendFax(context, actor, wanted, document)
    },
  }),
  operation({
    method: 'GET',
    path: '/fax/messages/:fax_id',
    area,
    summary: 'Get a fax',
    access: 'read faxes, fax numbers and destinations',
    success: { status: 200, schema: FaxSchema },
    problems: [404],
    find: ({ context, actor, params }) => faxToRead(context, actor, params.fax_id!),
    handle: async ({ actor, subject }) => faxView(subject, actor.company.public_id),
  }),
  operation({
    method: 'PATCH',
    path: '/fax/messages/:fax_id',
    area,
    summary: 'Mark a fax as read or unread',
    description: '`is_read` is one flag for the whole company, and any of its users may change it.',
    access: 'send and mark faxes',
    body: FaxPatch,
    success: { status: 200, schema: FaxSchema },
    problems: [400, 404],
    find: ({ context, actor, params }) => faxToRead(context, actor, params.fax_id!),
    handle: ({ context, actor, subject, body }) => updateFax(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: '/fax/messages/:fax_id',
    area,
    summary: 'Delete a fax',
    description: 'For the primary user. Also deletes its document. A pending fax is not sent.',
    access: 'delete faxes',
    success: { status: 200, schema: FaxSchema },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => faxToDelete(context, actor, params.fax_id!),
    handle: ({ context, actor, subject }) => deleteFax(context, actor, subject.id),
  }),
  operation({
    method: 'GET',
    path: '/fax/messages/:fax_id/file',
    area,
    summary: 'Download a fax',
    description: 'As a PDF, or with `format=tiff` the pages as they go over the line.',
    access: 'read faxes, fax numbers and destinations',
    query: Type.Object(
      {
        format: Type.Optional(Type.Union([Type.Literal('pdf'), Type.Literal('tiff')], { default: 'pdf' })),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, type: 'application/pdf' },
    problems: [400, 404, 409, 503],
    find: ({ context, actor, params }) => faxToRead(context, actor, params.fax_id!),
    handle: ({ context, actor, subject, query }) =>
      downloadFax(context, actor, subject, query.format ?? 'pdf'),
  }),
  operation({
    method: 'GET',
    path: '/fax/pages/:token',
    area,
    summary: 'Fetch the pages of a fax that is being sent',
    description: 'For the fax line (Asterisk), which gets the address with the fax. It is valid for an hour.',
    access: 'follow a link that carries a token',
    success: { status: 200, type: 'image/tiff' },
    problems: [404],
    handle: ({ context, params }) => downloadFaxPages(context, params.token!),
  }),
  ...faxDestinationRoutes,
  ...faxNumberRoutes,
]

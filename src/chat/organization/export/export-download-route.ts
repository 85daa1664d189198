import type { FastifyInstance } from 'fastify'
import { badRequest, mustBeAdministrator } from '../../chat-error.ts'
import { identifyReader } from '../../files/uploads/identify-reader.ts'
import type { Identity } from '../../identity/identity.ts'
import { may } from '../../identity/permissions.ts'
import { sendContent } from '../../messages/attachments/send-content.ts'
import { placeOfExport } from './export-place.ts'
import { accessExport } from './order-export.ts'

/** Not a regular endpoint, as its response is a file. */
export function addExportDownloadRoute(app: FastifyInstance, chat: Identity): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/export/realm/:export_id/download',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { realm, user } = await identifyReader(chat, request)
      if (!may(user, 'export the organization')) throw mustBeAdministrator()
      const { export_id: given } = request.params as { export_id: string }
      const id = /^\d{1,15}$/.test(given) ? Number(given) : -1
      const row = await accessExport(chat.database.read, realm, id)
      if (row.finished_at === null || row.deleted_at !== null)
        throw badRequest('This export is not available')
      return sendContent(chat.contents, request, reply, {
        place: placeOfExport(row),
        mimetype: 'application/gzip',
        tag: row.file,
        cacheControl: 'private, no-store',
        name: `export-${row.id}.tar.gz`,
        download: true,
        mayRedirect: true,
      })
    },
  })
}

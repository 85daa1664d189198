import type { FastifyInstance } from 'fastify'
import type { Chat } from '../../chat.ts'
import { type PictureKind, placeOfPicture } from '../../files/pictures/public-picture.ts'
import { answerError } from '../../identity/calls/answer-error.ts'
import { answerContent } from './answer-content.ts'
import { noSuchFile } from './attachment-access.ts'

const types: Record<string, string> = { png: 'image/png', gif: 'image/gif', webp: 'image/webp' }

/**
 * Pictures of people, organizations and emoji: for everybody who has the address, since mails and other clients show
 * them without credentials. Nobody can guess one, and there is no list.
 */
export function addPublicPictureRoutes(app: FastifyInstance, { contents }: Chat): void {
  const add = (url: string, kind: PictureKind) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      exposeHeadRoute: false,
      errorHandler: (error, request, reply) => answerError(error, request, reply),
      handler: (request, reply) => {
        const { realm_id: realmId, file } = request.params as { realm_id: string; file: string }
        const [, ending] = /^[0-9a-f]{32}(?:-[a-z]+)?\.([a-z]+)$/.exec(file) ?? []
        const mimetype = types[ending ?? '']
        if (!/^\d{1,15}$/.test(realmId) || mimetype === undefined) throw noSuchFile()
        return answerContent(contents, request, reply, {
          place: placeOfPicture(kind, Number(realmId), file),
          mimetype,
          tag: file,
          cacheControl: 'public, max-age=31536000, immutable',
        })
      },
    })
  add('/user_avatars/:realm_id/:file', 'avatars')
  add('/user_avatars/:realm_id/emoji/images/:file', 'emoji')
  add('/user_avatars/:realm_id/realm/:file', 'realm-icons')
}

import type { FastifyInstance } from 'fastify'
import type { ChatPlatform } from '../../chat-platform.ts'
import { type PictureKind, placeOfPicture } from '../../files/pictures/public-picture.ts'
import { noSuchFile } from './attachment-access.ts'
import { sendContent } from './send-content.ts'

const types: Record<string, string> = { png: 'image/png', gif: 'image/gif', webp: 'image/webp' }

/**
 * Pictures of people, organizations and emoji. No credentials are needed, because mails and other clients display them
 * without any. The URLs cannot be guessed, and nothing lists them.
 */
export function addPublicPictureRoutes(app: FastifyInstance, { contents }: ChatPlatform): void {
  const add = (url: string, kind: PictureKind) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        const { realm_id: realmId, file } = request.params as { realm_id: string; file: string }
        const [, ending] = /^[0-9a-f]{32}(?:-[a-z]+)?\.([a-z]+)$/.exec(file) ?? []
        const mimetype = types[ending ?? '']
        if (!/^\d{1,15}$/.test(realmId) || mimetype === undefined) throw noSuchFile()
        return sendContent(contents, request, reply, {
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

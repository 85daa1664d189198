import type { FastifyInstance } from 'fastify'
import { badRequest } from '../chat-error.ts'
import { identifyReader } from '../files/uploads/identify-reader.ts'
import type { Identity } from '../identity/identity.ts'
import { avatarUrl, drawInitials, mediumAvatarUrl } from '../identity/users/avatar.ts'
import { findPrincipal } from './find-principal.ts'

/** Outside /api/v1: browsers request pictures without credentials. */
export function addAvatarPictureRoutes(app: FastifyInstance, chat: Identity): void {
  app.get('/avatars/initials/:file', { schema: { hide: true } as object }, async (request, reply) => {
    const { file } = request.params as { file: string }
    const parts = /^([\p{L}\p{N}]{1,4})-(\d{1,3})\.svg$/u.exec(file)
    if (!parts) return reply.callNotFound()
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'")
      .send(drawInitials(parts[1]!, Number(parts[2]) % 360))
  })

  // Whose picture an address has is known to members of the organization only.
  for (const [path, addressOf] of [
    ['/avatar/:person', avatarUrl],
    ['/avatar/:person/medium', mediumAvatarUrl],
  ] as const) {
    app.get(path, { schema: { hide: true } as object }, async (request, reply) => {
      const reader = await identifyReader(chat, request)
      const { person } = request.params as { person: string }
      const user = await findPrincipal(
        chat.database.read,
        reader,
        /^\d{1,15}$/.test(person) ? Number(person) : person,
      )
      if (!user) throw badRequest('No such user')
      return reply
        .header('cache-control', 'private, max-age=300')
        .redirect(addressOf(chat.config.publicUrl, user))
    })
  }
}

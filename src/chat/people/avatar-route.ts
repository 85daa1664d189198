import type { FastifyInstance } from 'fastify'
import { drawInitials } from '../identity/users/avatar.ts'

/** Outside /api/v1: browsers request pictures without credentials. */
export function addAvatarRoute(app: FastifyInstance): void {
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
}

import type { FastifyRequest } from 'fastify'

/** Whether an error outside both products belongs to the chat, by the path of its request. */
export const isChat = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  /^\/(?:api\/v1|unsubscribe\/|user_uploads|user_avatars|avatar\/)/.test(url)

import type { FastifyRequest } from 'fastify'
import type { Author, ChatPlatform } from '../../chat-platform.ts'

const MAX_CLIENT_LENGTH = 300

/** The server, its operator, and everything that happens without a request. */
export const serverItself: Author = { userId: null, through: null, address: null, client: null }

export const authorOf = (
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  who: Pick<Author, 'userId' | 'through'>,
): Author => ({
  ...who,
  address: ip,
  client: headers['user-agent']?.replaceAll('\0', '').slice(0, MAX_CLIENT_LENGTH) ?? null,
})

/** The same chat for one request: its transactions know who has asked for them. */
export const onBehalfOf = <District extends ChatPlatform>(chat: District, author: Author): District =>
  Object.assign(Object.create(chat), {
    transact: ((realmId, work) =>
      chat.transact(realmId, (transaction) =>
        work(Object.assign(transaction, { author })),
      )) satisfies ChatPlatform['transact'],
  })

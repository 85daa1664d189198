import type { FastifyInstance } from 'fastify'
import { ScimError } from '../../chat/accounts/scim/scim-error.ts'
import { ChatError } from '../../chat/chat-error.ts'
import { Problem } from '../../telephony/problem.ts'
import { isChat } from './is-chat.ts'

/** Longer than clients repeat a request on their own: people should see the message instead. */
const RETRY_AFTER_SECONDS = 20

/** Phones go on: what Asterisk plays and faxes, and what desk phones load. */
const ofPhones = new Set(['/prompts/:token', '/fax/pages/:token', '/provisioning/:secret/:file'])

/** During maintenance every request of both products gets a 503 with the message of the operator. */
export function refuseInMaintenance(
  app: FastifyInstance,
  maintenance: { readonly message: string | undefined },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { message } = maintenance
    if (message === undefined || ofPhones.has(request.routeOptions.url ?? '')) return done()
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
    if (isChat(request)) {
      const extra = { 'retry-after': RETRY_AFTER_SECONDS }
      return done(new ChatError(message, { status: 503, code: 'MAINTENANCE', extra }))
    }
    if (request.url.startsWith('/scim/')) return done(new ScimError(503, message, undefined, headers))
    done(new Problem(503, message, { headers }))
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mountOperations } from './http/mount-operations.ts'
import { sendProblem } from './http/send-problem.ts'
import type { Telephony } from './telephony.ts'
import { telephonyOperations } from './telephony-operations.ts'

/** The REST API, with its own body parsing and error handling. */
export function createTelephonyPlugin(telephony: Telephony) {
  return async (app: FastifyInstance): Promise<void> => {
    // Bodies are parsed by the operations, after authentication.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    app.setErrorHandler(sendProblem)
    mountOperations(app, telephony, telephonyOperations)
  }
}

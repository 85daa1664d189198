import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerProblem } from './http/answer-problem.ts'
import { mountOperations } from './http/mount-operations.ts'
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
    app.setErrorHandler(answerProblem)
    mountOperations(app, telephony, telephonyOperations)
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerProblem } from './http/answer-problem.ts'
import { mountOperations } from './http/mount-operations.ts'
import { notFound } from './problem.ts'
import type { Telephony } from './telephony.ts'
import { telephonyOperations } from './telephony-operations.ts'

/** The REST half of the telephony, with its own way to read requests and to tell errors. */
export function createTelephonyPlugin(telephony: Telephony) {
  return async (app: FastifyInstance): Promise<void> => {
    // Bodies are read as they are: who asks is checked first, what they ask for afterwards.
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

/** For paths that belong to no product: those of the telephony have no prefix of their own. */
export function addUnknownPathAnswer(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    answerProblem(notFound(`There is nothing at ${request.url.split('?', 1)[0]}`), request, reply),
  )
}

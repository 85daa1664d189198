import type { FastifyInstance } from 'fastify'
import type { Chat } from '../chat.ts'
import { ChatError } from '../chat-error.ts'
import { requestRealm } from '../http/request-realm.ts'
import { type PlainField, readForms, sendErrorPage, sendPage, writeForm } from '../sign-in/plain-page.ts'
import { resetPassword } from './reset-password.ts'

const title = 'Choose a new password'
const fields: PlainField[] = [
  { name: 'password', label: 'A new password', type: 'password', autocomplete: 'new-password' },
]

/** Where the link of a mail about a forgotten password leads. */
export function createResetPage(chat: Chat) {
  return async (app: FastifyInstance): Promise<void> => {
    readForms(app)
    app.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply))
    app.get('/reset-password/:token', async (_request, reply) =>
      sendPage(reply, 200, { title, body: writeForm(fields, 'Save') }),
    )
    app.post('/reset-password/:token', async (request, reply) => {
      const given: ReadonlyMap<string, string> = request.body instanceof Map ? request.body : new Map()
      const { token } = request.params as { token: string }
      const password = given.get('password') ?? ''
      try {
        await resetPassword(chat, await requestRealm(chat, request), { token, password, address: request.ip })
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        return sendPage(reply, error.status, { title, body: writeForm(fields, 'Save', error.message) })
      }
      return sendPage(reply, 200, {
        title: 'Your password is changed',
        body: '<p>You can sign in with it now.</p>',
      })
    })
  }
}

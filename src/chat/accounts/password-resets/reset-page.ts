import type { FastifyInstance } from 'fastify'
import { ChatError } from '../../chat-error.ts'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import type { Identity } from '../../identity/identity.ts'
import { type PlainField, readForms, sendErrorPage, sendPage, writeForm } from '../sign-in/plain-page.ts'
import { resetPassword } from './reset-password.ts'

const title = 'Choose a new password'
const fields: PlainField[] = [
  { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
  { name: 'keep_bot_keys', label: 'Keep the API keys of my bots', type: 'checkbox' },
]
const explanation =
  '<p>A new password signs you out everywhere and replaces your API key and those of your bots. Programs that use the old keys stop working. If nobody else can have used your account, your bots can keep their keys.</p>\n'
const writeResetForm = (complaint?: string) => explanation + writeForm(fields, 'Save', complaint)

/** The page behind the link of a password reset mail. */
export function createResetPage(chat: Identity) {
  return async (app: FastifyInstance): Promise<void> => {
    readForms(app)
    app.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply))
    app.get('/reset-password/:token', async (_request, reply) =>
      sendPage(reply, 200, { title, body: writeResetForm() }),
    )
    app.post('/reset-password/:token', async (request, reply) => {
      const given: ReadonlyMap<string, string> = request.body instanceof Map ? request.body : new Map()
      const { token } = request.params as { token: string }
      const password = given.get('password') ?? ''
      try {
        const keepBotKeys = given.has('keep_bot_keys')
        const realm = await requestRealm(chat, request)
        await resetPassword(chat, realm, { token, password, keepBotKeys, address: request.ip })
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        return sendPage(reply, error.status, { title, body: writeResetForm(error.message) })
      }
      return sendPage(reply, 200, {
        title: 'Password changed',
        body: '<p>You can now sign in with your new password.</p>',
      })
    })
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import type { Identity } from '../../identity/identity.ts'
import { escapeHtml } from '../../markdown/escape-html.ts'
import { readForms, sendErrorPage, sendPage, writeForm } from '../sign-in/plain-page.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { limitEmailChangeLookups } from './email-change-limits.ts'
import { openEmailChange } from './open-email-change.ts'

const title = 'Confirm your new email address'

/** The page behind the link in the mail. Only its button confirms, as mail scanners open links. */
export function createEmailChangePage(chat: Identity) {
  return async (app: FastifyInstance): Promise<void> => {
    readForms(app)
    app.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply))
    app.get('/email_changes/:token', async (request, reply) => {
      await limitEmailChangeLookups(chat, request.ip)
      const realm = await requestRealm(chat, request)
      const opened = await openEmailChange(chat, chat.database.read, realm, tokenOf(request))
      const [before, after] = [opened.user.email, opened.change.new_email].map(escapeHtml)
      const question = `<p>The email address of your account at ${escapeHtml(opened.realm.name)} will change from <b>${before}</b> to <b>${after}</b>.</p>`
      return sendPage(reply, 200, { title, body: `${question}\n${writeForm([], 'Confirm')}` })
    })
    app.post('/email_changes/:token', async (request, reply) => {
      const given = { token: tokenOf(request), address: request.ip }
      const { email } = await confirmEmailChange(chat, await requestRealm(chat, request), given)
      return sendPage(reply, 200, {
        title: 'Email address changed',
        body: `<p>From now on, sign in as <b>${escapeHtml(email)}</b>.</p>`,
      })
    })
  }
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

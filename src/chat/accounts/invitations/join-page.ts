import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ChatError } from '../../chat-error.ts'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmUri } from '../../identity/realms/realm-addresses.ts'
import { escapeHtml } from '../../markdown/escape-html.ts'
import type { Messages } from '../../messages/messages.ts'
import { type PlainField, readForms, sendErrorPage, sendPage, writeForm } from '../sign-in/plain-page.ts'
import { acceptInvite } from './accept-invite.ts'
import { limitInviteLookups, type OpenInvite, openInvite } from './open-invite.ts'

type Fields = ReadonlyMap<string, string>

/** The page behind an invitation link: outside /api/v1, for a person with a browser. */
export function createJoinPage(chat: Messages) {
  return async (app: FastifyInstance): Promise<void> => {
    readForms(app)
    app.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply))
    app.get('/join/:token', async (request, reply) => {
      const opened = await open(chat, request)
      return sendPage(reply, 200, { title: titleOf(opened), body: writeJoinForm(opened) })
    })
    app.post('/join/:token', async (request, reply) => {
      const opened = await open(chat, request)
      const fields: Fields = request.body instanceof Map ? request.body : new Map()
      try {
        const { user } = await acceptInvite(chat, opened.realm, tokenOf(request), {
          email: opened.invite.email === null ? (fields.get('email') ?? '') : undefined,
          fullName: fields.get('full_name') ?? '',
          password: fields.get('password') ?? '',
        })
        const address = escapeHtml(realmUri(chat.config.publicUrl, opened.realm))
        return sendPage(reply, 200, {
          title: `Welcome to ${opened.realm.name}`,
          body: `<p>Your account is ready. Sign in as <b>${escapeHtml(user.email)}</b> at <a href="${address}">${address}</a>.</p>`,
        })
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        const body = writeJoinForm(opened, fields, error.message)
        return sendPage(reply, error.status, { title: titleOf(opened), body })
      }
    })
  }
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

async function open(chat: Identity, request: FastifyRequest): Promise<OpenInvite> {
  await limitInviteLookups(chat, request.ip)
  return openInvite(chat, chat.database.read, await requestRealm(chat, request), tokenOf(request))
}

const titleOf = ({ realm }: OpenInvite) => `Join ${realm.name}`

function writeJoinForm(
  { invite, inviter }: OpenInvite,
  given: Fields = new Map(),
  complaint?: string,
): string {
  const email: PlainField[] =
    invite.email === null
      ? [
          {
            name: 'email',
            label: 'Email address',
            type: 'email',
            autocomplete: 'username',
            value: given.get('email'),
          },
        ]
      : []
  const fields: PlainField[] = [
    ...email,
    {
      name: 'full_name',
      label: 'Your name',
      type: 'text',
      autocomplete: 'name',
      value: given.get('full_name'),
    },
    { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
  ]
  const whom = invite.email === null ? 'you' : `you, <b>${escapeHtml(invite.email)}</b>`
  return `<p>${escapeHtml(inviter.full_name)} has invited ${whom}.</p>\n${writeForm(fields, 'Join', complaint)}`
}

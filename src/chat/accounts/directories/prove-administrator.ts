import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../chat-error.ts'
import { optional, text } from '../../http/parameter.ts'
import { hasPassword } from '../../identity/directories/has-password.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Session } from '../../identity/sessions/session.ts'
import type { Actor } from '../../identity/users/user.ts'
import { provePasswordIfAny } from '../prove-password.ts'
import { secondFactor } from '../sign-in/password-parameters.ts'
import { proveSecondFactorIfAny } from '../two-factor/use-second-factor.ts'

/** What an administrator gives as proof, as parameters of an endpoint. */
export const proofParameters = {
  password: optional(text('Your password; required if you have one.')),
  code: secondFactor,
}

interface Asked {
  chat: Identity
  actor: Actor
  input: { password?: string | undefined; code?: string | undefined }
  request: Pick<FastifyRequest, 'ip'>
  session: Session | undefined
}

/**
 * Required to connect a directory or an identity provider: they decide who gets into the organization, and this server
 * connects to their addresses.
 * An account without a password needs a session, which its identity provider has opened.
 */
export async function proveAdministrator({ chat, actor, input, request, session }: Asked): Promise<void> {
  const { user } = actor
  if (!session && !(await hasPassword(chat.database.read, user))) {
    throw badRequest('An API key is not enough for this: sign in with a browser')
  }
  await provePasswordIfAny(chat, user, { password: input.password, address: request.ip, session }, 'password')
  await proveSecondFactorIfAny(chat, user, input.code)
}

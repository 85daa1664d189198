import { Type } from '@sinclair/typebox'
import { provePassword } from '../accounts/prove-password.ts'
import { text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import type { Identity } from '../identity/identity.ts'
import { deactivateRealm } from './deactivate-realm.ts'

const endpoint = endpointOf<Identity>()

export const deactivateRealmRoutes = [
  endpoint({
    method: 'POST',
    path: '/realm/deactivate',
    summary: 'Deactivate the organization',
    description:
      'Everybody is signed out, and no API key works any more. All data stays; `switchboard reactivate-organization` brings the organization back. Administrators without a password use `switchboard deactivate-organization`.',
    access: 'close the organization',
    parameters: { password: text('Your password, as proof.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input, request, session }) {
      await provePassword(chat, actor.user, { password: input.password, address: request.ip, session })
      await deactivateRealm(chat, actor.realm)
      return {}
    },
  }),
]

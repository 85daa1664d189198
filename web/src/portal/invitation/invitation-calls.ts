import { connectTelephony } from '../../../../packages/client/src/connect-telephony.ts'
import type { Invitation } from '../../../../packages/client/src/generated/telephony-api.ts'

/** The two calls that need no key of the company. */
const anyone = connectTelephony({ server: '', retries: 0 })

export function lookAtInvitation(token: string, signal: AbortSignal): Promise<Invitation> {
  return anyone.call('GET /invitations/{token}', { token }, undefined, { signal })
}

export function acceptInvitation(token: string): Promise<Invitation> {
  return anyone.call('POST /invitations/accept', {}, { token })
}

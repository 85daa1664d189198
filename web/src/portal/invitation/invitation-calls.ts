import type { Invitation } from '../../../generated/telephony-api.ts'
import { type Answer, sendRequest } from '../../api/send-request.ts'
import { failureOf } from '../../api/telephony-api.ts'

/** The two calls that need no key of the company. */
export async function lookAtInvitation(token: string, signal: AbortSignal): Promise<Invitation> {
  return invitationOf(await sendRequest(`/invitations/${encodeURIComponent(token)}`, { signal }))
}

export async function acceptInvitation(token: string): Promise<Invitation> {
  return invitationOf(
    await sendRequest('/invitations/accept', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }),
  )
}

function invitationOf(answer: Answer): Invitation {
  if (answer.status >= 300) throw failureOf(answer)
  return answer.json as Invitation
}

import type { NewMessage, PublishedMessage } from '../../../generated/telephony-api.ts'
import { sendRequest } from '../../api/send-request.ts'
import { failureOf, type TelephonyClient } from '../../api/telephony-api.ts'

/** Sends a text once for each key, so a lost response can be retried. */
export async function publishText(
  client: TelephonyClient,
  conversationId: string,
  message: NewMessage,
  retryKey: string,
): Promise<PublishedMessage[]> {
  const answer = await sendRequest(
    `/texting/v2/conversations/${encodeURIComponent(conversationId)}/messages/publish`,
    {
      method: 'POST',
      headers: { ...client.headers, 'content-type': 'application/json', 'idempotency-key': retryKey },
      body: JSON.stringify(message),
    },
  )
  if (answer.status >= 300) throw failureOf(answer)
  return answer.json as PublishedMessage[]
}

import type { NewMessage, PublishedMessage } from '../../../../packages/client/src/generated/telephony-api.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'

/** Sends a text once for each key, so a lost response can be retried. */
export function publishText(
  client: TelephonyClient,
  conversationId: string,
  message: NewMessage,
  retryKey: string,
): Promise<PublishedMessage[]> {
  return client.call(
    'POST /texting/v2/conversations/{conversation_id}/messages/publish',
    { conversation_id: conversationId },
    message,
    { idempotencyKey: retryKey },
  )
}

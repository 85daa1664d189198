import type { Chat } from '../chat.ts'
import { badRequest, ChatError, invalidApiKey } from '../chat-error.ts'
import { truncateContent, truncateTopic } from '../sending/message-content.ts'
import { sendMessage } from '../sending/send-message.ts'
import { type Actor, INCOMING_WEBHOOK_BOT } from '../users/user.ts'
import { integrations } from './integrations.ts'
import { readPayload } from './read-payload.ts'

export interface WebhookCall {
  integration: string
  body: string
  /** absent: to the owner of the bot, in private */
  stream: string | undefined
  topic: string | undefined
}

/** Turns what an outside service says into a message of its bot. */
export async function receiveWebhook(chat: Chat, bot: Actor, call: WebhookCall): Promise<void> {
  const integration = integrations.get(call.integration)
  if (!integration) {
    throw new ChatError(`Unknown integration '${call.integration}'`, {
      status: 404,
      code: 'UNKNOWN_INTEGRATION',
    })
  }
  if (bot.user.bot_type !== INCOMING_WEBHOOK_BOT) throw invalidApiKey()
  const translated = integration.translate(readPayload(call.body))
  const message = {
    content: truncateContent(translated.content),
    client: `Zulip${integration.displayName}Webhook`,
    topic: truncateTopic(call.topic?.trim() || translated.topic),
  }
  if (call.stream !== undefined) {
    await sendMessage(chat, bot, { type: 'stream', to: [call.stream], ...message })
    return
  }
  const owner = bot.user.bot_owner_id
  if (owner === null) throw badRequest('This bot has no owner to write to; name a stream')
  await sendMessage(chat, bot, { type: 'private', to: [owner], ...message })
}

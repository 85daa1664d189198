import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import type { CommonView } from '../../messages/message-parts.ts'
import type { WebhookPostsTable } from '../../messages/webhook-posts/webhook-posts-table.ts'

export interface PostedMessage extends CommonView {
  /** Markdown */
  content: string
  rendered_content: string
  avatar_url: string
}

export interface PostContext {
  realm: Realm
  bot: User
  token: string
  trigger: WebhookPostsTable['trigger']
  message: PostedMessage
}

export interface OutgoingPayload {
  contentType: string
  body: string
}

export const SLACK_INTERFACE = 2

export const outgoingPayload = (interfaceType: number, context: PostContext): OutgoingPayload =>
  interfaceType === SLACK_INTERFACE ? slackPayload(context) : genericPayload(context)

function genericPayload({ bot, token, trigger, message }: PostContext): OutgoingPayload {
  return {
    contentType: 'application/json',
    body: JSON.stringify({
      data: message.content,
      message: { ...message, topic_links: message.subject_links },
      bot_email: bot.email,
      bot_full_name: bot.full_name,
      token,
      trigger,
    }),
  }
}

/** The fields of Slack's outgoing webhooks. The first letter of a Slack id is its type. */
function slackPayload({ realm, bot, token, trigger, message }: PostContext): OutgoingPayload {
  const isStream = message.stream_id !== undefined
  const form = new URLSearchParams({
    token,
    team_id: `T${realm.id}`,
    team_domain: realm.host,
    channel_id: isStream ? `C${message.stream_id}` : `D${message.recipient_id}`,
    channel_name: isStream ? String(message.display_recipient) : 'directmessage',
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: message.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  })
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() }
}

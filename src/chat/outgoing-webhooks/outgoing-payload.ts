import type { MessageParts } from '../messages/message-text.ts'
import type { Realm } from '../realms/realm.ts'
import type { User } from '../users/user.ts'
import type { WebhookPostsTable } from './webhook-posts-table.ts'

export interface Told {
  realm: Realm
  bot: User
  token: string
  trigger: WebhookPostsTable['trigger']
  message: MessageParts
}

export interface OutgoingPayload {
  contentType: string
  body: string
}

export const SLACK_INTERFACE = 2

export const outgoingPayload = (interfaceType: number, told: Told): OutgoingPayload =>
  interfaceType === SLACK_INTERFACE ? slackPayload(told) : genericPayload(told)

function genericPayload({ bot, token, trigger, message }: Told): OutgoingPayload {
  const { view, content, rendered_content, avatar_url } = message
  return {
    contentType: 'application/json',
    body: JSON.stringify({
      data: content,
      message: { ...view, topic_links: view.subject_links, content, rendered_content, avatar_url },
      bot_email: bot.email,
      bot_full_name: bot.full_name,
      token,
      trigger,
    }),
  }
}

/** The fields of Slack's outgoing webhooks. Its ids begin with a letter that says what they are. */
function slackPayload({ realm, bot, token, trigger, message }: Told): OutgoingPayload {
  const { view, content } = message
  const isStream = view.stream_id !== undefined
  const form = new URLSearchParams({
    token,
    team_id: `T${realm.id}`,
    team_domain: realm.host,
    channel_id: isStream ? `C${view.stream_id}` : `D${view.recipient_id}`,
    channel_name: isStream ? String(view.display_recipient) : 'directmessage',
    thread_ts: String(view.timestamp),
    timestamp: String(view.timestamp),
    user_id: `U${view.sender_id}`,
    user_name: view.sender_full_name,
    text: content,
    trigger_word: trigger,
    service_id: String(bot.id),
  })
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() }
}

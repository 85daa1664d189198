import type { OutboxPayloads } from '../../../platform/database/outbox-table.ts'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import { type Outcome, postWebhook } from '../../../platform/outgoing/post-webhook.ts'
import { signWebhook } from '../../../platform/secrets/webhook-signature.ts'
import { ChatError } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { conversationMembers } from '../../messages/message-access.ts'
import { truncateContent } from '../../messages/message-content.ts'
import type { CommonView } from '../../messages/message-parts.ts'
import { findMessage } from '../../messages/message-store.ts'
import type { MessageText } from '../../messages/message-text.ts'
import type { Messages } from '../../messages/messages.ts'
import type { MessagesTable } from '../../messages/messages-table.ts'
import { sendNoticeToOwner } from '../../messages/sending/notify-bot-owner.ts'
import { sendMessage } from '../../messages/sending/send-message.ts'
import type { WebhookTrigger } from '../../messages/webhook-posts/queue-webhook-posts.ts'
import { mayLeaveStream } from '../../messages/webhook-posts/service-access.ts'
import { botCommandsTable } from '../../people/bots/bot-commands-table.ts'
import { findService } from '../../people/bots/bot-service-store.ts'
import { readSlashCommand, type SlashCommand } from '../../people/bots/slash-command.ts'

const SLACK_INTERFACE = 2

/** Delays between attempts. */
const waitSeconds = [3, 10, 60, 300, 1800]
const ANSWER_BYTES = 65_536
const MAX_CONCURRENT = 20
/** After this many failures, a post no longer blocks the others. */
const MAX_FAILURES = 3

type Post = OutboxEntry<OutboxPayloads['outgoing_webhook']>

/** Posts messages to the services of bots: soon after they are sent, and again when a retry is due. */
export const handleOutgoingWebhooks = (chat: Messages): void =>
  chat.outbox.handle('outgoing_webhook', {
    concurrency: MAX_CONCURRENT,
    blocksFor: MAX_FAILURES,
    isAbandonable: true,
    retryAfter: pauseAfter,
    attempt: (post) => postToService(chat, post),
  })

function pauseAfter(attempts: number): number | undefined {
  const seconds = waitSeconds[attempts - 1]
  return seconds === undefined ? undefined : seconds * 1000
}

/** Makes one attempt, and handles its outcome: a reply by the bot, a later retry, or giving up. */
async function postToService(chat: Messages, post: Post): Promise<void> {
  const { read } = chat.database
  const { botId, messageId, trigger } = post.payload
  const realm = await chat.realmsById.get(post.tenant)
  const user = await usersTable.find(read, { realm_id: post.tenant, id: botId })
  const service = await findService(read, post.tenant, botId)
  const message = await findMessage(read, post.tenant, messageId)
  const [text] = await chat.messageTexts.getMany(post.tenant, [messageId])
  // Deleted or deactivated in the meantime: there is nothing to post, or no recipient.
  if (!realm || realm.deactivated || !user?.is_active || !service || !message || !text) return
  const bot = { realm, user }
  // The bot or its owner may have lost access to the message since.
  if (message.stream_id !== null && !(await mayLeaveStream(read, bot, message.stream_id))) return
  const command = trigger === 'slash_command' ? readSlashCommand(message.content) : undefined
  // Edited since then: it is no command any more, or that of another bot.
  if (trigger === 'slash_command' && !(await isCommandOf(read, user, command))) return
  const token = chat.secrets.decrypt(service.token_sealed)
  const { body, contentType } = outgoingPayload(service.interface, {
    realm,
    bot: user,
    token,
    trigger,
    command,
    message: postedMessage(text),
  })
  const id = `post_${realm.id}_${post.id}`
  const secret = chat.secrets.decrypt(service.secret_sealed)
  const outcome = await postWebhook(
    service.base_url,
    body,
    { 'content-type': contentType, ...signWebhook(id, body, secret, chat.clock.now()) },
    { toPrivateNetworks: chat.config.webhooksToPrivateNetworks, keptBytes: ANSWER_BYTES },
  )
  const problem = await actOn(chat, bot, post, message, outcome)
  if (problem === 'later' || problem === undefined) return
  await sendNoticeToOwner(chat, bot, `The outgoing webhook of your bot \`${user.email}\` failed: ${problem}.`)
}

async function isCommandOf(
  db: Db,
  { realm_id, id }: User,
  command: SlashCommand | undefined,
): Promise<boolean> {
  if (!command) return false
  return (await botCommandsTable.find(db, { realm_id, name: command.name }))?.user_id === id
}

/** Without the fields that depend on the reader. */
function postedMessage(text: MessageText): PostedMessage {
  const markdown = { applyMarkdown: false, clientAvatar: false }
  const { flags, content_type, ...message } = JSON.parse(text.json(markdown, '[]'))
  return { ...message, rendered_content: text.renderedContent }
}

/** Returns a description of a permanent failure; `later`: it will be retried. */
async function actOn(
  chat: Messages,
  bot: Actor,
  post: Post,
  message: MessagesTable,
  outcome: Outcome,
): Promise<string | undefined> {
  const { status } = outcome
  if (status !== null && status >= 200 && status < 300) return answer(chat, bot, post, message, outcome.body)
  const isTemporary = status === null || status >= 500 || status === 429
  const pause = isTemporary ? pauseAfter(post.attempts) : undefined
  if (pause !== undefined) {
    await chat.database.write(post.tenant, {
      work: ({ db }) => post.retryAt(db, chat.clock.now() + pause),
    })
    return 'later'
  }
  const what =
    status === null ? `it cannot be reached (${plain(outcome.error)})` : `it returned status ${status}`
  return isTemporary ? `${what}. The message was given up after ${post.attempts} attempts` : what
}

/** Replies in the same conversation, or to the sender alone. The post's id is the retry key, so retries send only one reply. */
async function answer(
  chat: Messages,
  bot: Actor,
  post: Post,
  message: MessagesTable,
  body: string,
): Promise<string | undefined> {
  try {
    const reply = readWebhookAnswer(body)
    if (reply === undefined) return undefined
    const people = reply.isForSender
      ? [message.sender_id]
      : await conversationMembers(chat.database.read, message)
    await sendMessage(chat, bot, {
      ...(people
        ? { type: 'private', to: [...people], topic: undefined }
        : { type: 'stream', to: [message.stream_id!], topic: message.topic }),
      content: truncateContent(reply.content),
      client: 'OutgoingWebhookResponse',
      retryKey: `webhook-post:${post.id}`,
    })
    return undefined
  } catch (error) {
    if (error instanceof BadAnswer) return error.message
    if (error instanceof ChatError) return `its reply could not be sent: ${plain(error.message)}`
    throw error
  }
}

/** Removes all formatting from untrusted text. */
const plain = (text: string) => text.replace(/[^\p{L}\p{N} .:,'-]/gu, ' ').trim()

/** The service returned a response that we cannot read. */
class BadAnswer extends Error {}

interface Reply {
  content: string
  /** Nobody else in the conversation sees it. */
  isForSender: boolean
}

/** The bot's reply; undefined: none. */
function readWebhookAnswer(body: string): Reply | undefined {
  if (body.trim() === '') return undefined
  const answer = parse(body)
  if (answer.response_not_required === true) return undefined
  // The newer, the older, and Slack's name of the same field.
  const text = answer.content ?? answer.response_string ?? answer.text
  if (text === undefined || text === null) return undefined
  if (typeof text !== 'string') throw new BadAnswer('its reply is not a string')
  // Slack's word for it.
  return text.trim() === '' ? undefined : { content: text, isForSender: answer.response_type === 'ephemeral' }
}

function parse(body: string): Record<string, unknown> {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    throw new BadAnswer('its response is not JSON')
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new BadAnswer('its response is not a JSON object')
  return answer as Record<string, unknown>
}

interface PostedMessage extends CommonView {
  /** Markdown */
  content: string
  rendered_content: string
  avatar_url: string
}

interface PostContext {
  realm: Realm
  bot: User
  token: string
  trigger: WebhookTrigger
  command: SlashCommand | undefined
  message: PostedMessage
}

interface OutgoingPayload {
  contentType: string
  body: string
}

const outgoingPayload = (interfaceType: number, context: PostContext): OutgoingPayload =>
  interfaceType === SLACK_INTERFACE ? slackPayload(context) : genericPayload(context)

function genericPayload({ bot, token, trigger, command, message }: PostContext): OutgoingPayload {
  return {
    contentType: 'application/json',
    body: JSON.stringify({
      data: message.content,
      message: { ...message, topic_links: message.subject_links },
      bot_email: bot.email,
      bot_full_name: bot.full_name,
      token,
      trigger,
      ...(command && { command }),
    }),
  }
}

/** The fields of Slack's outgoing webhooks, and of its slash commands. The first letter of a Slack id is its type. */
function slackPayload({ realm, bot, token, trigger, command, message }: PostContext): OutgoingPayload {
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
    text: command?.arguments ?? message.content,
    ...(command && { command: `/${command.name}` }),
    trigger_word: trigger,
    service_id: String(bot.id),
  })
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() }
}

import { badRequest, invalidApiKey, malformedJson } from '../../chat-error.ts'
import { parseJson } from '../../http/parse-json.ts'
import type { RequestBody } from '../../http/raw-arguments.ts'
import { type Actor, INCOMING_WEBHOOK_BOT } from '../../identity/users/user.ts'
import type { Messages } from '../../messages/messages.ts'
import { sendMessage } from '../../messages/sending/send-message.ts'
import type { Integration, Translated, WebhookContext } from './integration.ts'
import { integrations } from './integrations.ts'
import { Payload } from './payload.ts'
import { acceptHandshake, checkSignature } from './signatures/check-signature.ts'
import { translateWebhook } from './translate-webhook.ts'
import { unknownIntegration } from './webhook-errors.ts'

export interface WebhookCall extends WebhookContext {
  integration: string
  body: RequestBody | undefined
  query: Readonly<Record<string, unknown>>
  /** the address that the service called */
  url: string
  /** absent: a private message to the owner of the bot */
  stream: string | undefined
  topic: string | undefined
}

/** Sends the messages of a webhook request as its bot. Returns headers for the response. */
export async function receiveWebhook(
  chat: Messages,
  bot: Actor,
  call: WebhookCall,
): Promise<ReadonlyMap<string, string>> {
  const integration = findIntegration(call.integration, bot)
  const handshake = await acceptHandshake(chat, bot, integration, call.headers)
  if (handshake) return new Map([[handshake.header, handshake.value]])
  const { headers, url } = call
  await checkSignature(chat, bot, integration, { headers, url, body: call.body?.text ?? '' })
  const payload = readWebhookBody(call.body, call.query, integration.takesForms === true)
  const client = `Zulip${integration.displayName.replaceAll(' ', '')}Webhook`
  for (const message of translateWebhook(integration, payload, call, call.topic)) {
    await sendMessage(chat, bot, { client, ...destination(bot, message, call), content: message.content })
  }
  return new Map()
}

export function findIntegration(name: string, { user }: Actor): Integration {
  const integration = integrations.get(name)
  if (!integration) throw unknownIntegration(name)
  if (user.bot_type !== INCOMING_WEBHOOK_BOT) throw invalidApiKey()
  return integration
}

function destination(bot: Actor, message: Translated, call: WebhookCall) {
  const { topic } = message
  const stream = message.stream ?? call.stream
  if (stream !== undefined) return { type: 'stream', to: [stream], topic }
  const owner = bot.user.bot_owner_id
  if (owner === null) throw badRequest('This bot has no owner to write to; name a stream')
  return { type: 'private', to: [owner], topic }
}

/**
 * Parses JSON, whatever the content type, or the form field `payload`, which some services fill with JSON. With
 * `takesForms`, also the fields of a form, or of the query if there is no body.
 */
function readWebhookBody(
  body: RequestBody | undefined,
  query: Readonly<Record<string, unknown>>,
  takesForms: boolean,
): Payload {
  const { text = '', fields = {} } = body ?? {}
  const value = parseJson(text, 'The body')
  if (value !== undefined) return new Payload(value)
  if (typeof fields.payload === 'string') return new Payload(parseJson(fields.payload, 'payload') ?? fail())
  if (takesForms && Object.keys(fields).length > 0) return new Payload(fields)
  if (takesForms && text.trim() === '') return new Payload(query)
  return fail()
}

function fail(): never {
  throw malformedJson()
}

import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import { DEACTIVATED_LEVEL, IDS_LEVEL, NULL_LIMIT_LEVEL } from '../../http/feature-level.ts'
import { withLimits } from '../../identity/realms/realm-setting-fields.ts'
import { messageFlags } from '../../messages/message-events.ts'
import { jsonOfParts, openMessage } from '../../messages/message-json.ts'
import { openBot } from '../../people/bots/bot-view.ts'
import { simplePresence } from '../../people/presence/presence-events.ts'
import { isRecipient } from './is-for.ts'
import type { QueueOptions } from './queue-options.ts'
import type { Viewer } from './viewer.ts'

export interface Recipient {
  id: string
  viewer: Viewer
  options: QueueOptions
}

/** Texts shared by several queues are created once. */
const texts = new WeakMap<ChatEvent, Map<string, string>>()

/** The event as JSON for a client of this queue, without the braces and the id. */
export function shapeEvent(event: ChatEvent, queue: Recipient, secrets: Secrets): string {
  const { level = 0 } = queue.options
  switch (event.type) {
    case 'message':
      return shapeMessage(event, queue)
    case 'update_message':
      return shapeUpdate(event, queue)
    case 'subscription':
      return shapeSubscription(event, queue)
    case 'realm_bot': {
      const { op, bot, key_holder: holder } = event.payload
      return fields(event.type, { op, bot: openBot(secrets, bot, holder === queue.viewer.userId) })
    }
    case 'realm': {
      const { payload } = event
      if (payload.op !== 'update_dict' || level < NULL_LIMIT_LEVEL) return shared(event)
      const data = withLimits(payload.data, level)
      return sharedText(event, 'limits', () => fields(event.type, { ...payload, data }))
    }
    case 'realm_user': {
      const { payload } = event
      if (payload.op !== 'remove' || level < DEACTIVATED_LEVEL) return shared(event)
      const person = { user_id: payload.person.user_id, is_active: false }
      return sharedText(event, 'deactivated', () => fields(event.type, { op: 'update', person }))
    }
    case 'default_streams': {
      if (level < IDS_LEVEL) return shared(event)
      const ids = event.payload.default_streams.map(({ stream_id: id }) => id)
      return sharedText(event, 'ids', () => fields(event.type, { default_streams: ids }))
    }
    case 'presence': {
      if (!queue.options.simplePresenceEvents) return shared(event)
      return sharedText(event, 'simple', () => fields(event.type, simplePresence(event.payload)))
    }
    case 'update_message_flags': {
      const { read_ranges: _ranges, ...payload } = event.payload
      return sharedText(event, '', () => fields(event.type, payload))
    }
    default:
      return shared(event)
  }
}

function shapeMessage(event: ChatEvent<'message'>, queue: Recipient): string {
  const { payload } = event
  const { applyMarkdown, clientAvatar } = queue.options
  const message = sharedText(event, `${applyMarkdown}${clientAvatar}`, () => {
    return `"type":"message","message":${openMessage(jsonOfParts(payload.message), applyMarkdown, clientAvatar)}}`
  })
  // A queue that only watches a public stream has not received the message, so there are no flags.
  const flags = isRecipient(queue.viewer, event) ? messageFlags(payload, queue.viewer.userId) : []
  const { local } = payload
  const echo = local?.queue_id === queue.id ? `,"local_message_id":${JSON.stringify(local.local_id)}` : ''
  return `${message},"flags":${JSON.stringify(flags)}${echo}`
}

function shapeUpdate(event: ChatEvent<'update_message'>, queue: Recipient): string {
  const { flags_by_user: flagsByUser, everyone, ...payload } = event.payload
  const own = flagsByUser[queue.viewer.userId] ?? []
  const received = isRecipient(queue.viewer, event)
  return fields(event.type, {
    ...payload,
    flags: everyone && received ? [...own, 'wildcard_mentioned'] : own,
  })
}

function shapeSubscription(event: ChatEvent<'subscription'>, queue: Recipient): string {
  if (event.payload.op !== 'add') return shared(event)
  const { per_user: perUser, subscribers } = event.payload
  const own = perUser[queue.viewer.userId]
  const subscription = queue.options.includeSubscribers ? { ...own, subscribers } : own
  return fields(event.type, { op: 'add', subscriptions: [subscription] })
}

function shared(event: ChatEvent): string {
  return sharedText(event, '', () => fields(event.type, event.payload))
}

function sharedText(event: ChatEvent, shape: string, write: () => string): string {
  let shapes = texts.get(event)
  if (!shapes) {
    shapes = new Map()
    texts.set(event, shapes)
  }
  let text = shapes.get(shape)
  if (text === undefined) {
    text = write()
    shapes.set(shape, text)
  }
  return text
}

const fields = (type: string, payload: object) => JSON.stringify({ type, ...payload }).slice(1, -1)

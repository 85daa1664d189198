import type { ExpectedEvent, ModelQueue } from './model-chat.ts'
import { userOf } from './model-chat.ts'
import { asDelivered } from './model-events.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { call, type World } from './model-world.ts'

/** What queues of the model register for. */
export const modelEventTypes = [
  'message',
  'update_message',
  'delete_message',
  'reaction',
  'update_message_flags',
  'subscription',
  'user_topic',
  'muted_topics',
  'realm_user',
]

type ServerEvent = Record<string, unknown> & { id: number; type: string }

/** Fetches everything that the queue has and compares it with what was announced: order, audience, payload. */
export async function compareEvents(world: World, queue: ModelQueue): Promise<void> {
  world.questions += 1
  const user = userOf(world.model, queue.user)!
  const all = queue.expected
    .splice(0)
    .map((one) => ({ ...one, now: asDelivered(world.model, user, one.event) }))
  const certain = all.filter(({ now, wasWithheld }) => now && !wasWithheld)
  const got: object[] = []
  let patience = 100
  const asked = `GET /events of ${JSON.stringify({ all: queue.allPublicStreams, narrow: queue.narrow })}`
  for (;;) {
    const { body } = await call(world, user, 'GET', '/events', {
      queue_id: queue.id,
      last_event_id: queue.lastEventId,
      dont_block: true,
    })
    if (body.result !== 'success') throw new ModelMismatch(user.email, asked, 'success', body)
    const events = body.events as ServerEvent[]
    // A follower of the log may be a moment behind.
    if (events.length === 0 && (got.length >= certain.length || patience === 0)) break
    if (events.length === 0) {
      patience -= 1
      await new Promise((next) => setTimeout(next, 10))
    }
    for (const event of events) {
      if (event.id <= queue.lastEventId) throw new ModelMismatch(user.email, asked, 'rising ids', event)
      queue.lastEventId = event.id
      const view = isOfBot(world, event) ? undefined : viewEvent(event)
      if (view) got.push(view)
    }
  }
  const gotten = new Set(got.map(writeSorted))
  const expected = all
    .filter(({ now, wasWithheld }) => now && (!wasWithheld || gotten.has(writeSorted(now))))
    .map(({ batch, now }) => ({ batch, event: now! }))
  for (const { batch, event, now } of all)
    if (!now) queue.expected.push({ batch, event, wasWithheld: true } satisfies ExpectedEvent)
  let start = 0
  const sorted = (events: object[]) => events.map(writeSorted).sort()
  const wantedTexts: string[] = []
  const gotTexts: string[] = []
  while (start < expected.length) {
    const { batch } = expected[start]!
    let end = start
    while (end < expected.length && expected[end]!.batch === batch) end += 1
    wantedTexts.push(...sorted(expected.slice(start, end).map(({ event }) => event)))
    gotTexts.push(...sorted(got.slice(start, end)))
    start = end
  }
  gotTexts.push(...sorted(got.slice(start)))
  ModelMismatch.check(user.email, asked, wantedTexts, gotTexts)
}

/** Bots become guests with their owners. The model does not know them. */
const isOfBot = ({ model }: World, event: ServerEvent) =>
  event.type === 'realm_user' && !userOf(model, (event.person as { user_id: number }).user_id)

/** JSON with its names in order. */
function writeSorted(value: unknown): string {
  return JSON.stringify(value, (_name, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

/** As the model announces it. undefined: the model does not have it. */
function viewEvent(event: ServerEvent): object | undefined {
  switch (event.type) {
    case 'message': {
      const message = event.message as Record<string, unknown>
      return {
        type: 'message',
        message: message.id,
        sender: message.sender_id,
        stream: message.stream_id ?? null,
        topic: message.subject,
        content: message.content,
        flags: event.flags,
      }
    }
    case 'update_message':
      return {
        type: 'update_message',
        editor: event.user_id,
        message: event.message_id,
        messages: event.message_ids,
        ...(event.subject !== undefined && { topic: event.subject, mode: event.propagate_mode }),
        ...(event.new_stream_id !== undefined && { newStream: event.new_stream_id }),
        ...(event.content !== undefined && { content: event.content }),
        flags: [...(event.flags as string[])].sort(),
      }
    case 'delete_message':
      return {
        type: 'delete_message',
        messages: event.message_ids,
        stream: event.stream_id ?? null,
        topic: event.topic ?? null,
      }
    case 'reaction':
      return {
        type: 'reaction',
        op: event.op,
        message: event.message_id,
        user: event.user_id,
        emoji: event.emoji_name,
      }
    case 'update_message_flags':
      return {
        type: 'update_message_flags',
        op: event.op,
        flag: event.flag,
        messages: event.messages,
        all: event.all,
        details: event.message_details ?? null,
      }
    case 'subscription':
      return viewSubscription(event)
    case 'user_topic':
      return {
        type: 'user_topic',
        stream: event.stream_id,
        topic: event.topic_name,
        policy: event.visibility_policy,
      }
    case 'muted_topics': {
      const topics = (event.muted_topics as string[][]).map(([stream, topic]) => `${stream}: ${topic}`)
      return { type: 'muted_topics', topics: topics.sort() }
    }
    case 'realm_user': {
      const { user_id: user, role } = event.person as Record<string, unknown>
      return role === undefined ? undefined : { type: 'realm_user', user, role: roles[Number(role)] }
    }
    default:
      return undefined
  }
}

const roles: Record<number, string> = { 200: 'administrator', 400: 'member', 600: 'guest' }

function viewSubscription(event: ServerEvent): object | undefined {
  const [first] = (event.subscriptions ?? []) as Record<string, unknown>[]
  switch (event.op) {
    case 'add':
      return {
        type: 'subscription',
        op: 'add',
        stream: first!.stream_id,
        isMuted: first!.is_muted,
        firstMessage: first!.first_message_id,
      }
    case 'remove':
      return { type: 'subscription', op: 'remove', stream: first!.stream_id }
    case 'update':
      return {
        type: 'subscription',
        op: 'update',
        stream: event.stream_id,
        property: event.property,
        value: event.value,
      }
    default:
      // Who else is in a stream: not modelled.
      return undefined
  }
}

import type { Logger } from '../logging/log.ts'
import type { Redis } from '../redis/redis.ts'
import { type Bus, type BusListener, createLocalBus } from './bus.ts'
import type { LoggedEvent } from './event-log.ts'

/** Larger events are not carried: receivers read them from the log. */
const MAX_CHARACTERS = 262_144

/** A server that commits all the time wakes the leader at most this often. */
const WAKE_PAUSE_MS = 200

/** A message on a channel: events, the end of the log, or a notice. */
interface BusMessage<Event> {
  events?: readonly Event[]
  head?: number
  notice?: unknown
}

/**
 * Delivers own events at once and publishes them to the other servers on a channel per tenant, to which only servers
 * with clients of that tenant subscribe. A Redis that is down or was emptied costs time, not events: the follower
 * compares with the log.
 */
export function createRedisBus<Event extends LoggedEvent>(
  redis: Redis,
  product: string,
  concernsLeader: (event: Event) => boolean,
  log: Logger,
): Bus<Event> {
  const own = createLocalBus<Event>()
  const listeners: BusListener<Event>[] = []
  const noticeListeners: ((tenant: number, notice: unknown) => void)[] = []
  const channelOf = (tenant: number) => `${product}:${tenant}`

  const leaderChannel = `${product}:leader`
  const outboxChannel = `${product}:outbox`
  /** wakes cursors of the leader on the log, which read the events of all tenants there */
  const logChannel = `${product}:log`
  const foreignListeners: (() => void)[] = []
  let wakePause: NodeJS.Timeout | undefined
  let isWakeDue = false
  let isFollowingAsLeader = false

  /** events of jobs that were committed together are sent together */
  const unsent = new Map<number, Event[]>()

  function sendUnsent() {
    for (const [tenant, events] of unsent) {
      for (const text of messagesOf(events)) redis.send(channelOf(tenant), text)
      if (events.some(concernsLeader)) redis.send(leaderChannel, `${tenant} ${events.at(-1)!.position}`)
    }
    unsent.clear()
    wakeLeader()
  }

  function wakeLeader() {
    // Its own events are delivered there.
    if (isFollowingAsLeader) return
    isWakeDue = wakePause !== undefined
    if (isWakeDue) return
    redis.send(logChannel, '')
    wakePause = setTimeout(() => {
      wakePause = undefined
      if (isWakeDue) wakeLeader()
    }, WAKE_PAUSE_MS).unref()
  }

  function send(tenant: number, message: BusMessage<Event>) {
    redis.send(channelOf(tenant), JSON.stringify(message))
  }

  function receive(tenant: number, text: string) {
    // Servers on the same data announce the same events: no need to validate them again.
    const { events, head, notice } = JSON.parse(text) as BusMessage<Event>
    if (events) for (const listener of listeners) listener.events(events)
    if (head !== undefined) for (const listener of listeners) listener.head(tenant, head)
    if (notice !== undefined) for (const listener of noticeListeners) listener(tenant, notice)
  }

  return {
    isShared: true,
    get isUp() {
      return redis.isUp
    },
    publish(events) {
      own.publish(events)
      if (unsent.size === 0 && events.length > 0) queueMicrotask(sendUnsent)
      for (const event of events) {
        const others = unsent.get(event.tenant)
        if (others) others.push(event)
        else unsent.set(event.tenant, [event])
      }
    },
    subscribe(listener) {
      own.subscribe(listener)
      listeners.push(listener)
    },
    follow(tenant) {
      redis.subscribe(channelOf(tenant), (text) => {
        try {
          receive(tenant, text)
        } catch (error) {
          log.warn({ err: error, tenant }, 'could not read a message from another server')
        }
      })
    },
    unfollow: (tenant) => redis.unsubscribe(channelOf(tenant)),
    followAsLeader(on) {
      isFollowingAsLeader = on
      if (!on) {
        redis.unsubscribe(outboxChannel)
        redis.unsubscribe(logChannel)
        return redis.unsubscribe(leaderChannel)
      }
      redis.subscribe(outboxChannel, (text) => own.wakeOutbox(JSON.parse(text)))
      redis.subscribe(logChannel, () => {
        for (const listener of foreignListeners) listener()
      })
      redis.subscribe(leaderChannel, (text) => {
        const [tenant, position] = text.split(' ').map(Number) as [number, number]
        for (const listener of listeners) listener.head(tenant, position)
      })
    },
    onForeignEvents: (listener) => void foreignListeners.push(listener),
    notify: (tenant, notice) => send(tenant, { notice }),
    onNotice: (listener) => void noticeListeners.push(listener),
    wakeOutbox(wakes) {
      own.wakeOutbox(wakes)
      if (!isFollowingAsLeader) redis.send(outboxChannel, JSON.stringify(wakes))
    },
    onOutboxWake: own.onOutboxWake,
  }
}

/** Events of one tenant, in as few messages as their size allows. */
function* messagesOf(events: readonly LoggedEvent[]): Generator<string> {
  let texts: string[] = []
  let length = 0
  for (const event of events) {
    const text = JSON.stringify(event)
    if (texts.length > 0 && length + text.length > MAX_CHARACTERS) {
      yield `{"events":[${texts.join(',')}]}`
      texts = []
      length = 0
    }
    if (text.length > MAX_CHARACTERS)
      yield JSON.stringify({ head: event.position } satisfies BusMessage<LoggedEvent>)
    else texts.push(text)
    length += text.length
  }
  if (texts.length > 0) yield `{"events":[${texts.join(',')}]}`
}

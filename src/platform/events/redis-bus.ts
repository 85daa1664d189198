import type { Logger } from '../log.ts'
import type { Redis } from '../redis/redis.ts'
import { type Bus, type BusListener, createLocalBus } from './bus.ts'
import type { LoggedEvent } from './event-log.ts'

/** More than this is not carried: whoever hears of it reads the log. */
const MOST_CHARACTERS = 262_144

/** What goes over a channel: events, or how far the log has got, or news. */
interface Parcel<Event> {
  events?: readonly Event[]
  head?: number
  news?: unknown
}

/**
 * Own events are delivered at once and sent to the other servers on a channel of their tenant, to which only
 * those are subscribed that hold clients of it. Redis without memory or connection costs time, not events: the
 * follower compares with the log.
 */
export function createRedisBus<Event extends LoggedEvent>(
  redis: Redis,
  product: string,
  concernsDuty: (event: Event) => boolean,
  log: Logger,
): Bus<Event> {
  const own = createLocalBus<Event>()
  const listeners: BusListener<Event>[] = []
  const newsListeners: ((tenant: number, news: unknown) => void)[] = []
  const channelOf = (tenant: number) => `${product}:${tenant}`

  const dutyChannel = `${product}:duty`

  function post(tenant: number, parcel: Parcel<Event>) {
    redis.send(channelOf(tenant), JSON.stringify(parcel))
  }

  function receive(tenant: number, text: string) {
    // Servers on the same data announce the same events: they are not checked again.
    const { events, head, news } = JSON.parse(text) as Parcel<Event>
    if (events) for (const listener of listeners) listener.events(events)
    if (head !== undefined) for (const listener of listeners) listener.head(tenant, head)
    if (news !== undefined) for (const listener of newsListeners) listener(tenant, news)
  }

  return {
    isShared: true,
    publish(events) {
      own.publish(events)
      const last = events.at(-1)
      if (!last) return
      const text = JSON.stringify({ events } satisfies Parcel<Event>)
      if (text.length <= MOST_CHARACTERS) redis.send(channelOf(last.tenant), text)
      else post(last.tenant, { head: last.position })
      if (events.some(concernsDuty)) redis.send(dutyChannel, `${last.tenant} ${last.position}`)
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
          log.warn({ err: error, tenant }, 'a message of another server could not be read')
        }
      })
    },
    unfollow: (tenant) => redis.unsubscribe(channelOf(tenant)),
    hearOfDuty(on) {
      if (!on) return redis.unsubscribe(dutyChannel)
      redis.subscribe(dutyChannel, (text) => {
        const [tenant, position] = text.split(' ').map(Number) as [number, number]
        for (const listener of listeners) listener.head(tenant, position)
      })
    },
    tell: (tenant, news) => post(tenant, { news }),
    onNews: (listener) => void newsListeners.push(listener),
  }
}

import type { OutboxWakes } from '../outbox/outbox-writer.ts'
import type { LoggedEvent } from './event-log.ts'

/**
 * Carries events from the transaction that committed them to the followers, in this server and in others. It is not
 * reliable: followers read what it loses from the log.
 */
export interface Bus<Event extends LoggedEvent> {
  /** Whether there are other servers, whose events may arrive late: then memory has to be compared with the log. */
  readonly isShared: boolean
  /** Whether events of other servers arrive at the moment, as far as is known. */
  readonly isUp: boolean
  publish(events: readonly Event[]): void
  subscribe(listener: BusListener<Event>): void
  /** Also receive this tenant's events from other servers. */
  follow(tenant: number): void
  unfollow(tenant: number): void
  /** Whether to receive what the leader needs, of all tenants. */
  followAsLeader(on: boolean): void
  /** The listener of the leader is called soon after other servers have committed events of any tenant. */
  onForeignEvents(listener: () => void): void
  /** Sends a notice that is not worth an event to all servers that follow the tenant. It may be lost. */
  notify(tenant: number, notice: unknown): void
  onNotice(listener: (tenant: number, notice: unknown) => void): void
  /** Says when entries of the outbox are due that were just committed. The leader of all servers gets it, unless it is lost. */
  wakeOutbox(wakes: OutboxWakes): void
  onOutboxWake(listener: (wakes: OutboxWakes) => void): void
}

export interface BusListener<Event extends LoggedEvent> {
  events(events: readonly Event[]): void
  /** The log has events up to this position that were too large to carry. */
  head(tenant: number, position: number): void
}

/** For a single server. */
export function createLocalBus<Event extends LoggedEvent>(): Bus<Event> {
  const listeners: BusListener<Event>[] = []
  const wakeListeners: ((wakes: OutboxWakes) => void)[] = []
  return {
    isShared: false,
    isUp: true,
    publish(events) {
      for (const listener of listeners) listener.events(events)
    },
    subscribe: (listener) => void listeners.push(listener),
    follow() {},
    unfollow() {},
    followAsLeader() {},
    onForeignEvents() {},
    notify() {},
    onNotice() {},
    wakeOutbox(wakes) {
      for (const listener of wakeListeners) listener(wakes)
    },
    onOutboxWake: (listener) => void wakeListeners.push(listener),
  }
}

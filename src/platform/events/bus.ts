import type { LoggedEvent } from './event-log.ts'

/**
 * Carries events from the transaction that committed them to whoever delivers them, in this server and in
 * others. It only wakes and carries: what it loses is read from the log.
 */
export interface Bus<Event extends LoggedEvent> {
  /** Whether there are other servers whose events may come late, so that memory has to be compared with the log. */
  readonly isShared: boolean
  /** Whether events of other servers come over it at the moment, as far as is known. */
  readonly isUp: boolean
  publish(events: readonly Event[]): void
  subscribe(listener: BusListener<Event>): void
  /** From now on events of this tenant are brought from other servers, too. */
  follow(tenant: number): void
  unfollow(tenant: number): void
  /** Whether to hear of everything that the leader has to know, of all tenants. */
  hearAsLeader(on: boolean): void
  /** News that are not worth an event, for those who follow the tenant. They may be lost. */
  tell(tenant: number, news: unknown): void
  onNews(listener: (tenant: number, news: unknown) => void): void
}

export interface BusListener<Event extends LoggedEvent> {
  events(events: readonly Event[]): void
  /** There are events up to this position that were too large to be carried. */
  head(tenant: number, position: number): void
}

/** For a server that is alone on its data. */
export function createLocalBus<Event extends LoggedEvent>(): Bus<Event> {
  const listeners: BusListener<Event>[] = []
  return {
    isShared: false,
    isUp: true,
    publish(events) {
      for (const listener of listeners) listener.events(events)
    },
    subscribe: (listener) => void listeners.push(listener),
    follow() {},
    unfollow() {},
    hearAsLeader() {},
    tell() {},
    onNews() {},
  }
}

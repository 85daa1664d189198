import type { LoggedEvent } from './event-log.ts'

/**
 * Carries events from the transaction that committed them to whoever delivers them. It only wakes and
 * carries: what it loses is read from the log. A bus between several servers has the same two methods.
 */
export interface Bus {
  publish(events: readonly LoggedEvent[]): void
  subscribe(listener: (events: readonly LoggedEvent[]) => void): void
}

export function createLocalBus(): Bus {
  const listeners: ((events: readonly LoggedEvent[]) => void)[] = []
  return {
    publish(events) {
      for (const listener of listeners) listener(events)
    },
    subscribe(listener) {
      listeners.push(listener)
    },
  }
}

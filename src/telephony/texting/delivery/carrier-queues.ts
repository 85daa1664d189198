import type { Clock } from '../../../platform/clock.ts'
import type { CompanyChoice } from './outbox-store.ts'

const AT_THE_SAME_TIME = 4
/** All companies without a carrier of their own. */
const USUAL = 0

export interface CarrierQueues {
  /** The companies whose carrier takes more texts now. */
  open(): CompanyChoice | 'none'
  hasRoom(companyId: number): boolean
  take(companyId: number): { release(): void; pause(milliseconds: number): void }
  isPaused(): boolean
}

/** How many texts are in flight through each carrier, and which carriers get a pause. */
export function createCarrierQueues(clock: Clock, independent: () => readonly number[]): CarrierQueues {
  const inFlight = new Map<number, number>()
  const pausedUntil = new Map<number, number>()
  const queueOf = (companyId: number) => (independent().includes(companyId) ? companyId : USUAL)
  const isOpen = (queue: number) =>
    (inFlight.get(queue) ?? 0) < AT_THE_SAME_TIME && (pausedUntil.get(queue) ?? 0) <= clock.now()
  return {
    open() {
      const own = independent()
      if (isOpen(USUAL)) return { except: own.filter((id) => !isOpen(id)) }
      const only = own.filter(isOpen)
      return only.length > 0 ? { only } : 'none'
    },
    hasRoom: (companyId) => isOpen(queueOf(companyId)),
    take(companyId) {
      const queue = queueOf(companyId)
      const add = (count: number) => inFlight.set(queue, (inFlight.get(queue) ?? 0) + count)
      add(1)
      return {
        release: () => add(-1),
        pause: (milliseconds) => pausedUntil.set(queue, clock.now() + milliseconds),
      }
    },
    isPaused() {
      const now = clock.now()
      for (const [queue, until] of pausedUntil) if (until <= now) pausedUntil.delete(queue)
      return pausedUntil.size > 0
    },
  }
}

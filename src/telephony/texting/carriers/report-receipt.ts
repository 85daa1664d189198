import { setTimeout as pause } from 'node:timers/promises'
import type { CarrierEvent, CarrierListener } from './carrier.ts'

const PAUSES_MS = [50, 100, 200, 400, 800]

/**
 * A receipt may arrive before the carrier's id is stored, which happens after `send` has returned. So an unknown id is
 * reported again a few times. The events are the same receipt with every id that may be meant. Resolves with the one
 * that was known.
 */
export async function reportReceipt(
  listener: CarrierListener,
  events: readonly CarrierEvent[],
  signal?: AbortSignal,
): Promise<CarrierEvent | undefined> {
  for (const milliseconds of [...PAUSES_MS, undefined]) {
    for (const event of events) if (await listener(event)) return event
    if (milliseconds !== undefined) await pause(milliseconds, undefined, signal ? { signal } : {})
  }
  return undefined
}

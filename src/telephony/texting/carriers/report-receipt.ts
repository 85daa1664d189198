import { setTimeout as pause } from 'node:timers/promises'
import type { CarrierEvent, CarrierListener } from './carrier.ts'

const PAUSES_MS = [50, 100, 200, 400, 800]

/**
 * A receipt may arrive before the carrier's id is stored, which happens after `send` has returned. So an unknown id is
 * reported again a few times. Resolves with whether it was known.
 */
export async function reportReceipt(
  listener: CarrierListener,
  event: CarrierEvent,
  signal?: AbortSignal,
): Promise<boolean> {
  for (const milliseconds of PAUSES_MS) {
    if (await listener(event)) return true
    await pause(milliseconds, undefined, signal ? { signal } : {})
  }
  return listener(event)
}

import { setTimeout as pause } from 'node:timers/promises'
import type { CarrierEvent, CarrierListener } from './carrier.ts'

const PAUSES_MS = [50, 100, 200, 400, 800]

/**
 * A receipt may be faster than whoever sent the text: its name is stored only after `send` has answered. So when
 * nobody knows the name yet, it is told again a few times. Resolves with whether somebody knew it.
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

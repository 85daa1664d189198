import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import type {
  Carrier,
  CarrierEvent,
  CarrierListener,
} from '../../../src/telephony/texting/carriers/carrier.ts'
import { createSmppCarrier } from '../../../src/telephony/texting/carriers/smpp/smpp-carrier.ts'
import {
  readSmppAddress,
  type SmppOptions,
} from '../../../src/telephony/texting/carriers/smpp/smpp-options.ts'
import { Smsc } from '../../harness/smsc.ts'
import { TestClock } from '../../harness/test-clock.ts'

export interface SmppWorld {
  smsc: Smsc
  carrier: Carrier
  clock: TestClock
  /** what the listener was told, also what it refused */
  events: CarrierEvent[]
  /** what the listener does next instead of storing; the last one stays */
  listener: CarrierListener
  log: string[]
}

/** Short times, so that nothing takes long; the tests wait for conditions, not for these. */
const timing = {
  responseMs: 2000,
  enquireMs: 5000,
  reconnectFirstMs: 10,
  reconnectMostMs: 50,
  holdPartMs: 1000,
  sweepMs: 20,
  stopMs: 500,
}

/** An SMSC and a carrier that is bound to it. Both are stopped when the test is done. */
export async function makeSmppWorld(
  options: Partial<SmppOptions> = {},
  isStarted = true,
): Promise<SmppWorld> {
  const smsc = new Smsc()
  await smsc.start()
  const clock = new TestClock()
  const log: string[] = []
  const carrier = createSmppCarrier({
    address: readSmppAddress(smsc.url),
    clock,
    log: pino({ level: 'trace' }, { write: (line: string) => log.push(line) }),
    ...options,
    timing: { ...timing, ...options.timing },
  })
  const world: SmppWorld = { smsc, carrier, clock, events: [], listener: async () => true, log }
  carrier.listen((event) => {
    world.events.push(event)
    return world.listener(event)
  })
  onTestFinished(async () => {
    await carrier.stop()
    await smsc.stop()
  })
  if (isStarted) await carrier.start()
  return world
}

export const text = (content: string, id = 'text-1') => ({
  id,
  from: '+18586881740',
  to: '+12025550101',
  text: content,
  media: [],
})

/** Waits until it no longer throws. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 40_000, interval: 5 })

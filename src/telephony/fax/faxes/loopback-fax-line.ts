import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../../platform/logging/log.ts'
import {
  type FaxLine,
  type FaxLineEvent,
  FaxLineFailure,
  type FaxLineListener,
  type OutboundFax,
} from './fax-line.ts'

const TRIES = 4

/** Connects the numbers of this server. Other numbers do not answer. */
export function createLoopbackFaxLine(log: Logger): FaxLine {
  let listener: FaxLineListener | undefined
  let isOpen = false
  const inFlight = new Set<Promise<void>>()

  return {
    async send(fax) {
      const hear = listener
      if (!hear || !isOpen) throw new FaxLineFailure('The fax line is not open', true)
      const work = carry(hear, fax)
        .catch((error) => log.error({ err: error, fax: fax.id }, 'a fax got lost on the line'))
        .finally(() => inFlight.delete(work))
      inFlight.add(work)
    },
    listen(one) {
      listener = one
    },
    async start() {
      isOpen = true
    },
    async stop() {
      isOpen = false
      await Promise.all(inFlight)
    },
  }
}

async function carry(hear: FaxLineListener, { id, from, fromName, to, tiff }: OutboundFax): Promise<void> {
  // The id depends on the fax alone, so that a fax that is sent again is delivered once.
  const arrived = {
    kind: 'received',
    lineId: `loopback-${id}`,
    from,
    fromName,
    to,
    tiff,
    isComplete: true,
  } as const
  const taken = await insist(hear, arrived)
  const failure = new FaxLineFailure('Nobody answers at this number', false)
  await insist(
    hear,
    taken ? { kind: 'ended', id, status: 'delivered' } : { kind: 'ended', id, status: 'failed', failure },
  )
}

async function insist(hear: FaxLineListener, event: FaxLineEvent): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await hear(event)
    } catch (error) {
      if (attempt === TRIES) throw error
      await pause(25 * 4 ** attempt)
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { currentCompany } from '../../identity/current-company.ts'
import { CarrierFailure, type CompanyText } from '../carriers/carrier.ts'
import type { Texting } from '../texting.ts'
import { claimText } from './claim-text.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { noteFailure, noteSent } from './settle-text.ts'

/** How long to wait for the carrier. */
const ANSWER_WITHIN_MS = 120_000
const TRIES = 5

/** Sends one text to the carrier. Returns whether the carrier is overloaded. */
export async function sendText(texting: Texting, entry: OutboxEntry): Promise<boolean> {
  const company = await currentCompany(texting, entry.company_id)
  if (!company) return true
  const claim = await claimText(texting, company, entry)
  if (!claim) return false
  const outcome = await handOver(texting, claim.text)
  await claim.release()
  if (outcome instanceof CarrierFailure) {
    await noteFailure(texting, company, entry, claim.until(), outcome)
    return outcome.temporary
  }
  // If this is not stored, the text is sent a second time.
  await insist(() => noteSent(texting, company, entry, outcome.carrierId))
  return false
}

async function handOver(
  { carrier, log }: Texting,
  text: CompanyText,
): Promise<{ carrierId: string } | CarrierFailure> {
  const patience = new AbortController()
  try {
    const tooLong = pause(ANSWER_WITHIN_MS, undefined, { signal: patience.signal })
    return (
      (await Promise.race([carrier.send(text), tooLong])) ??
      new CarrierFailure('The carrier does not answer', 'timeout', true)
    )
  } catch (error) {
    if (error instanceof CarrierFailure) return error
    log.error({ err: error }, 'the carrier failed in an unknown way')
    return new CarrierFailure('The carrier failed', 'carrier_error', true)
  } finally {
    patience.abort()
  }
}

async function insist(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES) throw error
      await pause(50 * 3 ** attempt)
    }
  }
}

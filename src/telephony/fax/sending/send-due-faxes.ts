import type { Company } from '../../identity/company.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { faxPagesUrl } from '../documents/fax-pages-url.ts'
import type { FaxWithFile } from '../faxes/fax.ts'
import { listCompaniesWithDueFaxes, listDueFaxes } from '../faxes/fax-store.ts'
import type { Faxing } from '../faxing.ts'
import { noteProgress } from './fax-progress.ts'
import { makeFaxPages } from './make-fax-pages.ts'
import { noteFailure } from './note-failure.ts'

const BATCH = 20
/** Longer than any conversion: a process that has not renewed its claim by then has died. */
const CLAIM_MS = 15 * 60_000
/** A page takes about a minute on a bad line. After this time the fax is sent again; the line recognizes its id. */
const lineTime = (pages: number) => 3_600_000 + pages * 120_000

/** When each company was last served. */
export type FaxTurns = Map<number, number>

/**
 * Sends all due faxes, one after another; several runs may be active. Companies are served in turn, so that a thousand
 * faxes of one do not block another.
 */
export async function sendDueFaxes(faxing: Faxing, turns: FaxTurns, signal: AbortSignal): Promise<void> {
  // Each only once: what becomes due again, or cannot be claimed, waits for the next run.
  const tried = new Set<string>()
  for (let next = await findNext(faxing, turns, tried); next && !signal.aborted; ) {
    tried.add(next.id)
    turns.set(next.companyId, Math.max(0, ...turns.values()) + 1)
    await advance(faxing, next.companyId, next.id, signal)
    next = await findNext(faxing, turns, tried)
  }
}

async function findNext({ clock, database }: TelephonyPlatform, turns: FaxTurns, tried: ReadonlySet<string>) {
  const companies = await listCompaniesWithDueFaxes(database.read, clock.now())
  if (companies.length === 0) turns.clear()
  companies.sort((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0))
  for (const companyId of companies) {
    const due = await listDueFaxes(database.read, companyId, clock.now(), BATCH)
    const fax = due.find(({ id }) => !tried.has(id))
    if (fax) return { companyId, id: fax.id }
  }
  return undefined
}

async function advance(faxing: Faxing, companyId: number, id: string, signal: AbortSignal): Promise<void> {
  const { clock, log } = faxing
  const company = await currentCompany(faxing, companyId)
  const now = clock.now()
  const claimed =
    company &&
    (await noteProgress(faxing, company, id, ({ next_attempt_at, attempts }) =>
      next_attempt_at !== null && next_attempt_at <= now
        ? { next_attempt_at: now + CLAIM_MS, attempts: attempts + 1 }
        : undefined,
    ))
  if (!company || !claimed) return
  try {
    const pages = await makeFaxPages(faxing, company, claimed, signal)
    await handOver(faxing, company, claimed, pages)
  } catch (error) {
    if (signal.aborted) return
    log.warn({ err: error, fax: id }, 'a fax could not be sent')
    await noteFailure(faxing, company, claimed, error)
  }
}

async function handOver(faxing: Faxing, company: Company, { id }: FaxWithFile, tiff: Buffer): Promise<void> {
  const { clock, faxLine } = faxing
  const fax = await noteProgress(faxing, company, id, ({ pages }) => ({
    status: 'sending',
    error: null,
    next_attempt_at: clock.now() + lineTime(pages),
  }))
  if (!fax) return
  const { from_number: from, from_name: fromName, to_number: to, pages } = fax
  const url = faxPagesUrl(faxing, company.id, id)
  await faxLine.send({ id, from, fromName, to, tiff, url, pages, companyId: company.id })
}

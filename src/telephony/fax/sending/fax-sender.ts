import type { Logger } from '../../../platform/logging/log.ts'
import { placeOfFile } from '../../files/contents/keep-content.ts'
import { convertToFaxTiff } from '../../files/documents/convert-to-fax-tiff.ts'
import { workplaceOf } from '../../files/documents/in-work-folder.ts'
import { ProgramFailed } from '../../files/documents/run-program.ts'
import { findFile } from '../../files/file-store.ts'
import type { Company } from '../../identity/company.ts'
import { findContact } from '../../identity/contact-store.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { faxHeaderOf } from '../documents/fax-header-of.ts'
import { placeOfPages } from '../documents/fax-pages.ts'
import { faxPagesUrl } from '../documents/fax-pages-url.ts'
import { MAX_PAGES } from '../documents/prepare-document.ts'
import type { FaxWithFile } from '../faxes/fax.ts'
import { listCompaniesWithDueFaxes, listDueFaxes } from '../faxes/fax-store.ts'
import type { Faxing } from '../faxing.ts'
import { sendDueFaxMails } from '../result-mails/send-due-fax-mails.ts'
import { noteProgress } from './fax-progress.ts'
import { noteFailure } from './note-failure.ts'

const BATCH = 20

/** Longer than any conversion: a process that has not renewed its claim by then has died. */
const CLAIM_MS = 15 * 60_000

export interface FaxSender {
  /** Call this when there may be something to send. */
  wake(): void
  /** Aborts long waits and waits for the rest. It cannot be restarted. */
  stop(): Promise<void>
}

/** Sends faxes and the mails about received ones. */
export function createFaxSender(faxing: Faxing): FaxSender {
  const stopping = new AbortController()
  const turns: FaxTurns = new Map()
  const sendFaxes = () => sendDueFaxes(faxing, turns, stopping.signal)
  const sendMails = () => sendDueFaxMails(faxing, stopping.signal)
  const workers = [
    // Two, so that a long fax does not block the others.
    createWokenWork(faxing.log, 'sending faxes', sendFaxes),
    createWokenWork(faxing.log, 'sending faxes', sendFaxes),
    createWokenWork(faxing.log, 'mailing faxes', sendMails),
  ]
  return {
    wake() {
      for (const worker of workers) worker.wake()
    },
    async stop() {
      stopping.abort()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

interface WokenWork {
  /** Starts a run. Runs never overlap: a call during a run starts another one afterwards. */
  wake(): void
  /** Starts no more runs, and waits for the current one. */
  stop(): Promise<void>
}

/** A job that runs whenever it is woken. What fails waits for the next run. */
function createWokenWork(log: Logger, name: string, work: () => Promise<void>): WokenWork {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  async function run(): Promise<void> {
    do {
      again = false
      await work().catch((error) => log.warn({ err: error }, `${name} failed; trying again`))
    } while (again && !stopped)
    running = undefined
  }

  return {
    wake() {
      again = true
      if (!stopped) running ??= run()
    },
    async stop() {
      stopped = true
      await running
    },
  }
}

/** A page takes about a minute on a bad line. After this time the fax is sent again; the line recognizes its id. */
const lineTime = (pages: number) => 3_600_000 + pages * 120_000

/** When each company was last served. */
type FaxTurns = Map<number, number>

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

/**
 * The pages for the line. They are made for each attempt, since their header says when it was. A fax that the line has
 * got already keeps its pages.
 */
async function makeFaxPages(
  faxing: Faxing,
  company: Company,
  fax: FaxWithFile,
  signal: AbortSignal,
): Promise<Buffer> {
  const { clock, config, contents } = faxing
  const place = placeOfPages(company, fax.id)
  if (fax.status === 'sending') return contents.read(place)
  const file = await findFile(faxing.database.read, company.id, fax.file_id)
  if (!file?.content) throw new ProgramFailed('The document is gone')
  const path = await contents.pathOf(placeOfFile(company, file.content))
  const workplace = { ...workplaceOf(config, company), isPatient: true }
  const header = faxHeaderOf(fax, clock.now(), await timeZoneOf(faxing, fax))
  const source = { path, mimetype: file.mimetype, pages: fax.pages }
  const { tiff, pages } = await convertToFaxTiff(workplace, source, header, signal)
  // A PDF may declare fewer pages than it has.
  if (pages > MAX_PAGES) throw new ProgramFailed(`It has ${pages} pages`)
  await contents.write(place, tiff)
  await noteProgress(faxing, company, fax.id, () => ({ status: 'media.processed', pages }))
  return tiff
}

async function timeZoneOf({ database }: TelephonyPlatform, fax: FaxWithFile): Promise<string | undefined> {
  if (fax.user_id === null) return undefined
  return (await findContact(database.read, fax.company_id, fax.user_id))?.profile.timezone
}

import { workplaceOf } from '../../../platform/documents/in-work-folder.ts'
import { ProgramFailed } from '../../../platform/documents/run-program.ts'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import { placeOfFile } from '../../files/contents/keep-content.ts'
import { convertToFaxTiff } from '../../files/documents/convert-to-fax-tiff.ts'
import type { FaxHeader } from '../../files/documents/fax-header.ts'
import { filesTable } from '../../files/file-tables.ts'
import type { Company } from '../../identity/company.ts'
import { contactsTable } from '../../identity/contact.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { placeOfPages } from '../documents/fax-pages.ts'
import { faxPagesUrl } from '../documents/fax-pages-url.ts'
import { MAX_PAGES } from '../documents/prepare-document.ts'
import type { FaxWithFile } from '../faxes/fax.ts'
import type { Faxing } from '../faxing.ts'
import { noteProgress } from './fax-progress.ts'
import { noteFailure } from './note-failure.ts'

const MAX_NAME_LENGTH = 40

/** What the receiver reads on each page: when, by whom and from which number it is sent. */
function faxHeaderOf(fax: FaxWithFile, now: number, timeZone: string | undefined): FaxHeader {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone || 'UTC',
    timeZoneName: 'short',
  })
  return {
    time: format.format(now),
    sender: `${fax.from_name.slice(0, MAX_NAME_LENGTH)}  ${fax.from_number}`,
  }
}

/** After a failure of the server. */
const RETRY_MS = 60_000

/** A page takes about a minute on a bad line. After this time the fax is sent again; the line recognizes its id. */
const lineTime = (pages: number) => 3_600_000 + pages * 120_000

/** Sends faxes while `isOpen`. Companies take turns, so that a thousand faxes of one do not block another. */
export const handleFaxes = (faxing: Faxing, isOpen: () => boolean): void =>
  faxing.outbox.handle('fax', {
    // Two, so that a long fax does not block the others.
    concurrency: 2,
    isOpen,
    retryAfter: () => RETRY_MS,
    attempt: (entry) => advance(faxing, entry),
  })

async function advance(faxing: Faxing, { tenant, lane: id, signal }: OutboxEntry<null>): Promise<void> {
  const company = await currentCompany(faxing, tenant)
  const begun =
    company &&
    (await noteProgress(faxing, company, id, ({ attempts }) => ({ progress: { attempts: attempts + 1 } })))
  if (!company || !begun) return
  try {
    const pages = await makeFaxPages(faxing, company, begun, signal)
    await handOver(faxing, company, begun, pages)
  } catch (error) {
    if (signal.aborted) throw error
    faxing.log.warn({ err: error, fax: id }, 'a fax could not be sent')
    await noteFailure(faxing, company, begun, error)
  }
}

async function handOver(faxing: Faxing, company: Company, { id }: FaxWithFile, tiff: Buffer): Promise<void> {
  const { clock, faxLine } = faxing
  // If the line never says what became of it, the fax is sent again.
  const fax = await noteProgress(faxing, company, id, ({ pages }) => ({
    progress: { status: 'sending', error: null },
    nextAttemptAt: clock.now() + lineTime(pages),
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
  const file = await filesTable.find(faxing.database.read, { company_id: company.id, id: fax.file_id })
  if (!file?.content) throw new ProgramFailed('The document is gone')
  const path = await contents.pathOf(placeOfFile(company, file.content))
  const workplace = { ...workplaceOf(config, company), isPatient: true }
  const header = faxHeaderOf(fax, clock.now(), await timeZoneOf(faxing, fax))
  const source = { path, mimetype: file.mimetype, pages: fax.pages }
  const { tiff, pages } = await convertToFaxTiff(workplace, source, header, signal)
  // A PDF may declare fewer pages than it has.
  if (pages > MAX_PAGES) throw new ProgramFailed(`It has ${pages} pages`)
  await contents.write(place, tiff)
  await noteProgress(faxing, company, fax.id, () => ({ progress: { status: 'media.processed', pages } }))
  return tiff
}

async function timeZoneOf({ database }: TelephonyPlatform, fax: FaxWithFile): Promise<string | undefined> {
  if (fax.user_id === null) return undefined
  return (await contactsTable.find(database.read, { company_id: fax.company_id, id: fax.user_id }))?.profile
    .timezone
}

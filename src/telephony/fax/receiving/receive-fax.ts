import { type Workplace, workplaceOf } from '../../../platform/documents/in-work-folder.ts'
import { ProgramFailed } from '../../../platform/documents/run-program.ts'
import { keepContent, MAX_FILE_BYTES } from '../../files/contents/keep-content.ts'
import { convertTiffToPdf } from '../../files/documents/convert-tiff-to-pdf.ts'
import { insertFile } from '../../files/file-store.ts'
import type { Company } from '../../identity/company.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'
import { distinctEmails } from '../destinations/fax-destination-input.ts'
import { emailsOf } from '../destinations/fax-destination-view.ts'
import { placeOfPages } from '../documents/fax-pages.ts'
import { type Fax, faxSearchText } from '../faxes/fax.ts'
import { faxAdded, faxView } from '../faxes/fax-events.ts'
import type { FaxLineEvent } from '../faxes/fax-line.ts'
import { findFaxByOrigin, insertFax } from '../faxes/fax-store.ts'
import { faxDestinationsTable, faxNumbersTable } from '../faxes/fax-tables.ts'

const BROKEN_OFF = 'The call broke off: pages may be missing'

type ReceivedFax = Extract<FaxLineEvent, { kind: 'received' }>

/** Stores a received fax and its notification mails, once, for the company that has the number. */
export async function receiveFax(identity: Identity, received: ReceivedFax): Promise<boolean> {
  const { database, log } = identity
  const to = normalizeNumber(received.to) ?? received.to
  const companyId =
    received.companyId ?? (await faxNumbersTable.findBy(database.read, { number: to }))?.company_id
  const company = companyId === undefined ? undefined : await currentCompany(identity, companyId)
  if (company?.status !== 'active') return false
  if (await findFaxByOrigin(database.read, company.id, received.lineId)) return true
  if (received.tiff.length > MAX_FILE_BYTES) {
    log.error({ line: received.lineId, bytes: received.tiff.length }, 'a fax was too large to be stored')
    return false
  }
  await storeFax(identity, company, { ...received, to })
  return true
}

async function storeFax(identity: Identity, company: Company, received: ReceivedFax): Promise<void> {
  const { clock, config, contents, transact } = identity
  const id = newObjectId(clock)
  const pages = placeOfPages(company, id)
  await contents.write(pages, received.tiff)
  const workplace = { ...workplaceOf(config, company), isPatient: true }
  const document = await readDocument(workplace, await contents.pathOf(pages), received).catch(
    async (error) => {
      await contents.remove(pages)
      throw error
    },
  )
  if (document.about.pages === 0 && !received.isComplete) {
    await contents.remove(pages)
    return
  }
  const file = { id: newObjectId(clock), name: `fax-${id}.${document.ending}` }
  const { place, columns } = await keepContent(identity, company, file, document.bytes)
  const discard = () => Promise.all([contents.remove(pages), contents.remove(place)])
  const isNew = await transact(company.id, async (tx) => {
    if (await findFaxByOrigin(tx.db, company.id, received.lineId)) return false
    const fax = newInboundFax(clock.now(), company, received, { id, file_id: file.id, ...document.about })
    const internalId = await tx.next('file')
    await insertFile(tx.db, {
      ...file,
      ...columns,
      company_id: company.id,
      internal_id: internalId,
      user_id: null,
      description: '',
      uploaded_name: file.name,
      uploaded_at: clock.now(),
      created_at: clock.now(),
    })
    await insertFax(tx.db, fax)
    await queueFaxMails(tx, fax)
    tx.announce(faxAdded(faxView({ ...fax, file_internal_id: internalId }, company.public_id)))
    return true
  }).catch(async (error) => {
    await discard()
    throw error
  })
  if (!isNew) await discard()
}

interface ReadDocument {
  bytes: Buffer
  ending: 'pdf' | 'tiff'
  about: Pick<Fax, 'pages' | 'error'>
}

/** An unreadable fax is stored as it came: its sender believes that we have it. */
async function readDocument(
  workplace: Workplace,
  path: string,
  { tiff, isComplete }: ReceivedFax,
): Promise<ReadDocument> {
  try {
    const { pdf, pages } = await convertTiffToPdf(workplace, path)
    return { bytes: pdf, ending: 'pdf', about: { pages, error: isComplete ? null : BROKEN_OFF } }
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error
    return { bytes: tiff, ending: 'tiff', about: { pages: 0, error: 'The pages cannot be read' } }
  }
}

function newInboundFax(
  now: number,
  company: Company,
  { from, fromName, to, lineId }: ReceivedFax,
  about: Pick<Fax, 'id' | 'file_id' | 'pages' | 'error'>,
): Fax {
  const fax = {
    ...about,
    company_id: company.id,
    direction: 'inbound',
    status: 'received',
    from_number: normalizeNumber(from) ?? plain(from, 40),
    from_name: plain(fromName, 200),
    to_number: to,
    to_name: company.name,
    subject: '',
    is_read: 0,
    owns_file: 1,
    origin_id: lineId,
    user_id: null,
    attempts: 0,
    created_at: now,
    updated_at: now,
  } as const
  return { ...fax, search_text: faxSearchText(fax) }
}

/** The other side may send anything as its number. */
function plain(text: string, length: number): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, length)
}

/** One mail per address, so that a failing address does not affect others. */
async function queueFaxMails({ db, outbox }: TelephonyTransaction, fax: Fax): Promise<void> {
  const destinations = await faxDestinationsTable.list(db, { company_id: fax.company_id })
  for (const email of distinctEmails(destinations.flatMap(emailsOf))) {
    await outbox.add('fax_mail', { lane: fax.id, payload: { faxId: fax.id, email } })
  }
}

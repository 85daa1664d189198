import { recordChange } from '../../company/audit/record-change.ts'
import type { Author } from '../../identity/actor.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { newObjectId } from '../../object-id.ts'
import { type Fault, invalid } from '../../problem.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { type FaxDocument, type PreparedDocument, prepareDocument } from '../documents/prepare-document.ts'
import { type Fax, faxSearchText } from '../faxes/fax.ts'
import { type FaxView, faxAdded, faxView } from '../faxes/fax-events.ts'
import { findFaxByOrigin, insertFax } from '../faxes/fax-store.ts'
import { faxNumbersTable } from '../faxes/fax-tables.ts'

export interface NewFax {
  to: string
  from?: string | null
  to_name?: string | null
  subject?: string | null
  /** the id at its origin, to recognize duplicates */
  originId?: string
}

type Numbers = Pick<Fax, 'to_number' | 'from_number'>

/** Checks what can be checked at once, and queues the fax. */
export async function sendFax(
  platform: TelephonyPlatform,
  author: Author,
  wanted: NewFax,
  document: FaxDocument,
): Promise<FaxView> {
  const [fax] = await sendFaxes(platform, author, [wanted], document)
  return fax!
}

/** Queues one document to several numbers: all or none. Returns the new faxes. */
export async function sendFaxes(
  platform: TelephonyPlatform,
  author: Author,
  wanted: readonly NewFax[],
  document: FaxDocument,
): Promise<FaxView[]> {
  const numbers: Numbers[] = []
  for (const one of wanted) numbers.push(await checkNumbers(platform, author, one))
  const prepared = await prepareDocument(platform, author, document)
  const views = await platform
    .transact(author.company.id, async (tx) => {
      const fresh = await withoutKnown(tx, author, wanted)
      if (fresh.length === 0) return []
      const file = await prepared.store(tx)
      const added: FaxView[] = []
      for (const one of fresh) {
        const fax = newFax(platform, author, one, numbers[wanted.indexOf(one)]!, prepared, file.id)
        added.push(await addFax(platform, tx, author, fax, file.internal_id))
      }
      return added
    })
    .catch(async (error) => {
      await prepared.discard()
      throw error
    })
  if (views.length === 0) await prepared.discard()
  return views
}

async function withoutKnown(
  tx: TelephonyTransaction,
  { company }: Author,
  wanted: readonly NewFax[],
): Promise<NewFax[]> {
  const fresh: NewFax[] = []
  for (const one of wanted) {
    const isKnown =
      one.originId !== undefined && (await findFaxByOrigin(tx.db, company.id, one.originId)) !== undefined
    if (!isKnown) fresh.push(one)
  }
  return fresh
}

async function addFax(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  author: Author,
  fax: Fax,
  fileInternalId: number,
): Promise<FaxView> {
  await insertFax(tx.db, fax)
  await tx.outbox.add('fax', { lane: fax.id, payload: null })
  const view = faxView({ ...fax, file_internal_id: fileInternalId }, author.company.public_id)
  await recordChange(tx, clock, author, {
    action: 'fax_message.created',
    id: fax.id,
    before: null,
    after: view,
  })
  tx.announce(faxAdded(view))
  return view
}

async function checkNumbers(
  { database }: TelephonyPlatform,
  { company }: Author,
  { to, from }: NewFax,
): Promise<Numbers> {
  const { country } = company.profile.address
  const own = (await faxNumbersTable.list(database.read, { company_id: company.id })).map(
    ({ number }) => number,
  )
  const faults: Fault[] = []
  const toNumber = normalizeNumber(to, country)
  if (toNumber === undefined) faults.push({ pointer: '/to', detail: 'is not a phone number' })
  const fromNumber = from ? normalizeNumber(from, country) : own[0]
  if (own.length === 0) {
    faults.push({ pointer: '/from', detail: 'cannot be chosen: the organization has no fax number' })
  } else if (fromNumber === undefined || !own.includes(fromNumber)) {
    faults.push({ pointer: '/from', detail: 'is not a fax number of the organization' })
  }
  if (faults.length > 0) throw invalid(faults)
  return { to_number: toNumber!, from_number: fromNumber! }
}

function newFax(
  { clock }: TelephonyPlatform,
  { company, contact }: Author,
  { to_name, subject, originId }: NewFax,
  numbers: Numbers,
  { pages, isNew }: PreparedDocument,
  fileId: string,
): Fax {
  const now = clock.now()
  const fax = {
    ...numbers,
    company_id: company.id,
    id: newObjectId(clock),
    direction: 'outbound',
    status: 'queued',
    error: null,
    from_name: company.name,
    to_name: to_name ?? '',
    subject: subject ?? '',
    pages,
    is_read: 1,
    file_id: fileId,
    owns_file: isNew ? 1 : 0,
    origin_id: originId ?? null,
    user_id: contact?.id ?? null,
    attempts: 0,
    created_at: now,
    updated_at: now,
  } as const
  return { ...fax, search_text: faxSearchText(fax) }
}

import type { Static } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { type DidInput, didIdentity, MAX_DIDS, type NewDid, readDid } from './did-input.ts'
import { type DidView, didView } from './did-view.ts'
import { isReceivedByOther } from './find-trunk-of-call.ts'
import { type DidsTable, didsTable } from './trunks-table.ts'

export async function showDids({ database }: TelephonyPlatform, { company }: Actor): Promise<DidView[]> {
  return (await didsTable.list(database.read, { company_id: company.id })).map((did) =>
    didView(did, company.public_id),
  )
}

/** Checks that the actor may see it; whether they may change it is the row of the operation. Numbers of other companies are not found. */
export async function didToManage(
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<DidView> {
  const did = await didOf(database.read, actor.company.id, id)
  requirePermission(actor, 'see trunks and numbers')
  return didView(did, actor.company.public_id)
}

export async function createDid(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  input: Static<typeof NewDid>,
): Promise<DidView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    if ((await didsTable.list(tx.db, { company_id: company.id })).length >= MAX_DIDS) {
      throw conflict(`An organization may have at most ${MAX_DIDS} numbers`)
    }
    const now = clock.now()
    const row: DidsTable = {
      ...{ company_id: company.id, id: newObjectId(clock), number: '', name: '' },
      ...{ kind: 'fax', instance_uuid: null, destination: '' },
      ...{ number_at: now, created_at: now, updated_at: now },
      ...(await readDid(tx.db, company, input)),
    }
    if (await isReceivedByOther(tx.db, company.id, row.number)) throw receivedByOther(row.number)
    if (!(await didsTable.insertIfAbsent(tx.db, row)))
      throw conflict(`The organization has ${row.number} already`)
    const after = didView(row, company.public_id)
    await recordChange(tx, clock, actor, { action: 'did.created', id: row.id, before: null, after })
    return after
  })
}

export async function updateDid(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: DidInput,
): Promise<DidView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const did = await didOf(tx.db, company.id, id)
    const before = didView(did, company.public_id)
    const [wanted] = await collectFaults(
      () => readDid(tx.db, company, input, did),
      () => checkReadOnlyFields(input, before, didIdentity),
    )
    const now = clock.now()
    const changed = { ...did, ...wanted, updated_at: now }
    const other = await didsTable.findBy(tx.db, { company_id: company.id, number: changed.number })
    if (other && other.id !== id) throw conflict(`The organization has ${changed.number} already`)
    if (changed.number !== did.number) {
      if (await isReceivedByOther(tx.db, company.id, changed.number)) throw receivedByOther(changed.number)
      changed.number_at = now
    }
    await didsTable.update(tx.db, changed, changed)
    const after = didView(changed, company.public_id)
    await recordChange(tx, clock, actor, { action: 'did.updated', id, before, after })
    return after
  })
}

export async function deleteDid(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<DidView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const before = didView(await didOf(tx.db, company.id, id), company.public_id)
    await didsTable.remove(tx.db, { company_id: company.id, id })
    await recordChange(tx, clock, actor, { action: 'did.deleted', id, before, after: null })
    return before
  })
}

const receivedByOther = (number: string) =>
  conflict(`Another organization receives ${number} from the same provider: ask the operator of the server`)

async function didOf(db: TelephonyDb, companyId: number, id: string): Promise<DidsTable> {
  const did = await didsTable.find(db, { company_id: companyId, id })
  if (!did) throw notFound('There is no such number')
  return did
}

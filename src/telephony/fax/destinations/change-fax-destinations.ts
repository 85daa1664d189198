import { recordChange } from '../../company/audit/record-change.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor, Author } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { faxDestinationsTable } from '../faxes/fax-tables.ts'
import { distinctEmails, MAX_DESTINATIONS, readOnlyDestinationFields } from './fax-destination-input.ts'
import { type DestinationView, destinationView } from './fax-destination-view.ts'

export async function showDestinations(
  { database }: TelephonyPlatform,
  { company }: Actor,
): Promise<DestinationView[]> {
  const rows = await faxDestinationsTable.list(database.read, { company_id: company.id })
  return rows.map((row) => destinationView(row, company.public_id))
}

export async function showDestination(
  { database }: TelephonyPlatform,
  { company }: Actor,
  id: string,
): Promise<DestinationView> {
  return destinationView(await destinationOf(database.read, company.id, id), company.public_id)
}

/** For the owner. Destinations of other companies are not found. */
export async function destinationToEdit(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<DestinationView> {
  const destination = await showDestination(platform, actor, id)
  requirePermission(actor, 'change fax destinations')
  return destination
}

export async function createDestination(
  { clock, transact }: TelephonyPlatform,
  author: Author,
  { emails }: { emails: readonly string[] },
): Promise<DestinationView> {
  const { company } = author
  return transact(company.id, async (tx) => {
    if ((await faxDestinationsTable.list(tx.db, { company_id: company.id })).length >= MAX_DESTINATIONS) {
      throw conflict(`An organization may have at most ${MAX_DESTINATIONS} destinations`)
    }
    const row = {
      company_id: company.id,
      id: newObjectId(clock),
      emails: JSON.stringify(distinctEmails(emails)),
      created_at: clock.now(),
      updated_at: clock.now(),
    }
    await faxDestinationsTable.insert(tx.db, row)
    const after = destinationView(row, company.public_id)
    await recordChange(tx, clock, author, {
      action: 'fax_destination.created',
      id: row.id,
      before: null,
      after,
    })
    return after
  })
}

export async function updateDestination(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: { emails: readonly string[] },
): Promise<DestinationView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const row = await destinationOf(tx.db, company.id, id)
    const before = destinationView(row, company.public_id)
    checkReadOnlyFields(input, before, readOnlyDestinationFields)
    const emails = JSON.stringify(distinctEmails(input.emails))
    const changed = { ...row, emails, updated_at: clock.now() }
    await faxDestinationsTable.update(tx.db, { company_id: company.id, id }, changed)
    const after = destinationView(changed, company.public_id)
    await recordChange(tx, clock, actor, { action: 'fax_destination.updated', id, before, after })
    return after
  })
}

export async function deleteDestination(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<DestinationView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const before = destinationView(await destinationOf(tx.db, company.id, id), company.public_id)
    await faxDestinationsTable.remove(tx.db, { company_id: company.id, id })
    await recordChange(tx, clock, actor, { action: 'fax_destination.deleted', id, before, after: null })
    return before
  })
}

async function destinationOf(db: TelephonyDb, companyId: number, id: string) {
  const row = await faxDestinationsTable.find(db, { company_id: companyId, id })
  if (!row) throw notFound('There is no such destination')
  return row
}

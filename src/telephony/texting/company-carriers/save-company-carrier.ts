import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type CarrierWishes, checkCarrierInput, isSameAccount } from './company-carrier-input.ts'
import { type CarrierView, carrierView } from './company-carrier-view.ts'
import type { CompanyCarriersTable } from './company-carriers-table.ts'
import { companyCarriersTable } from './company-carriers-table.ts'

const noCarrier = () => notFound("The organization has no carrier of its own: it uses the server's")

export async function carrierOfCompany(
  { database }: TelephonyPlatform,
  actor: Actor,
): Promise<CompanyCarriersTable> {
  const carrier = await companyCarriersTable.find(database.read, { company_id: actor.company.id })
  if (!carrier) throw noCarrier()
  return carrier
}

/** The server that sends texts reconnects when it learns of the change. */
export async function saveCompanyCarrier(
  { clock, config, secrets, transact }: TelephonyPlatform,
  actor: Actor,
  input: CarrierWishes,
): Promise<CarrierView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await companyCarriersTable.find(tx.db, { company_id: company.id })
    const numbers = await checkCarrierInput(tx.db, config, company, stored, input)
    const now = clock.now()
    const carrier: CompanyCarriersTable = {
      company_id: company.id,
      id: stored && isSameAccount(stored, input) ? stored.id : newObjectId(clock),
      host: input.host,
      port: input.port ?? 2775,
      system_id: input.system_id,
      password_sealed:
        input.password === undefined ? stored!.password_sealed : secrets.encrypt(input.password),
      tls: input.tls ? 1 : 0,
      numbers: numbers && JSON.stringify(numbers),
      version: newObjectId(clock),
      state: 'connecting',
      problem: null,
      state_at: now,
      created_at: stored?.created_at ?? now,
      updated_at: now,
    }
    await companyCarriersTable.put(tx.db, carrier)
    const before = stored ? carrierView(stored, company.public_id) : null
    const after = carrierView(carrier, company.public_id)
    const action = stored ? 'carrier.updated' : 'carrier.created'
    await recordChange(tx, clock, actor, { action, id: carrier.id, before, after })
    return after
  })
}

/** From then on, texts use the server's carrier. */
export async function deleteCompanyCarrier(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
): Promise<CarrierView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await companyCarriersTable.find(tx.db, { company_id: company.id })
    if (!stored) throw noCarrier()
    await companyCarriersTable.remove(tx.db, { company_id: company.id })
    const before = carrierView(stored, company.public_id)
    await recordChange(tx, clock, actor, { action: 'carrier.deleted', id: stored.id, before, after: null })
    return before
  })
}

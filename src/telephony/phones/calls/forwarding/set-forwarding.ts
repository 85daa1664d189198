import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../../company/audit/record-change.ts'
import type { Actor } from '../../../identity/actor.ts'
import { nullable } from '../../../nullable.ts'
import { forbidden, invalidField } from '../../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import { findForwarding, forwardingsTable } from '../../call-routes/forwarding-table.ts'
import { type FoundExtension, storedExtensionToForward } from '../../extensions/extension-access.ts'
import { findDialled } from '../../routing/find-dialled.ts'
import { findOutside } from '../plan-outside.ts'

export const ForwardingSchema = Type.Object(
  {
    number: nullable(
      Type.String({
        pattern: '^\\+?\\d{2,15}$',
        title: 'a number of 2 to 15 digits',
        description: 'Of the company, or outside. Null: the phones of the extension ring.',
      }),
    ),
  },
  { additionalProperties: false },
)

export type Forwarding = Static<typeof ForwardingSchema>

export async function showForwarding(
  { database }: TelephonyPlatform,
  { extension }: FoundExtension,
): Promise<Forwarding> {
  return { number: (await findForwarding(database.read, extension))?.number ?? null }
}

export async function setForwarding(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  found: FoundExtension,
  { number }: Forwarding,
): Promise<Forwarding> {
  return transact(actor.company.id, async (tx) => {
    const extension = await storedExtensionToForward(tx.db, actor, found)
    if (number !== null) await checkTarget(tx.db, { ...found, extension }, number)
    const { company_id, id, user_id } = extension
    const before = { number: (await findForwarding(tx.db, extension))?.number ?? null }
    const key = { company_id, extension_id: id }
    if (number === null) await forwardingsTable.remove(tx.db, key)
    else await forwardingsTable.put(tx.db, { ...key, user_id, number, created_at: clock.now() })
    const change = { action: 'extension.forwarding_updated', id, before, after: { number } } as const
    await recordChange(tx, clock, actor, change)
    return { number }
  })
}

/** Nobody forwards calls to a number that the extension may not call. The call asks again. */
async function checkTarget(
  db: TelephonyDb,
  { instance, extension }: FoundExtension,
  number: string,
): Promise<void> {
  const inside = await findDialled(db, instance, number)
  if (inside) {
    if ('extension' in inside && inside.extension.id === extension.id) {
      throw invalidField('/number', 'is the number of the extension itself')
    }
    return
  }
  const outside = await findOutside(db, { instance, extension }, number)
  if (!outside) throw invalidField('/number', 'is neither a number of the company nor one outside')
  if (!outside.isPermitted) throw forbidden('The extension may not call this number')
}

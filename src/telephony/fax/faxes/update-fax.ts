import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { faxUpdated } from './fax-events.ts'
import { findFax, updateFaxRow } from './fax-store.ts'
import { FaxSchema, type FaxView, faxView } from './fax-view.ts'

const readOnly = Object.keys(FaxSchema.properties).filter((name) => name !== 'is_read')
/** Clients send whole objects back. These change while a fax is sent, and are ignored. */
const volatile = ['error', 'pages', 'status']
const unchangeable = readOnly.filter((name) => !volatile.includes(name))

export const FaxPatch = Type.Object(
  {
    ...Object.fromEntries(readOnly.map((name) => [name, Type.Optional(Type.Unknown())])),
    is_read: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export async function updateFax(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: Static<typeof FaxPatch>,
): Promise<FaxView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const fax = await findFax(tx.db, company.id, id)
    if (!fax) throw notFound('There is no such fax')
    const before = faxView(fax, company.public_id)
    checkReadOnlyFields(input, before, unchangeable)
    const { is_read: isRead = before.is_read } = input
    if (isRead === before.is_read) return before
    await updateFaxRow(tx.db, company.id, id, { is_read: isRead ? 1 : 0, updated_at: clock.now() })
    const after = { ...before, is_read: isRead }
    await recordChange(tx, clock, actor, { action: 'fax_message.updated', id, before, after })
    tx.announce(faxUpdated(after))
    return after
  })
}

import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../../company/audit/record-change.ts'
import type { Actor } from '../../../identity/actor.ts'
import { nullable } from '../../../nullable.ts'
import { forbidden, invalidField } from '../../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import {
  type ForwardingsTable,
  findForwarding,
  forwardingsTable,
} from '../../call-routes/forwarding-table.ts'
import { type FoundExtension, storedExtensionToForward } from '../../extensions/extension-access.ts'
import { findDialled } from '../../routing/find-dialled.ts'
import { findOutside } from '../plan-outside.ts'

const number = (description: string) =>
  nullable(
    Type.String({
      pattern: '^\\+?\\d{2,15}$',
      title: 'a number of 2 to 15 digits',
      description: `Of the company, or outside. ${description}`,
    }),
  )

export const ForwardingSchema = Type.Object(
  {
    number: number('Null: the phones of the extension ring.'),
    busy_number: number('For calls while the extension is busy. Null: as `busy_dest` says.'),
    no_answer_number: number(
      'For calls that nobody answers, or while no phone is registered. Null: as `noanswer_dest` and `chanunavail_dest` say.',
    ),
  },
  { additionalProperties: false },
)

/** What is absent stays as it is. */
export const ForwardingChangeSchema = Type.Partial(ForwardingSchema, { additionalProperties: false })

export type Forwarding = Static<typeof ForwardingSchema>

const nowhere: Forwarding = { number: null, busy_number: null, no_answer_number: null }

export async function showForwarding(
  { database }: TelephonyPlatform,
  { extension }: FoundExtension,
): Promise<Forwarding> {
  return forwardingOf(await findForwarding(database.read, extension))
}

const forwardingOf = (row: ForwardingsTable | undefined): Forwarding =>
  row
    ? { number: row.number || null, busy_number: row.busy_number, no_answer_number: row.no_answer_number }
    : nowhere

export async function setForwarding(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  found: FoundExtension,
  change: Partial<Forwarding>,
): Promise<Forwarding> {
  return transact(actor.company.id, async (tx) => {
    const extension = await storedExtensionToForward(tx.db, actor, found)
    const before = forwardingOf(await findForwarding(tx.db, extension))
    const after = { ...before, ...change }
    for (const name of Object.keys(nowhere) as (keyof Forwarding)[]) {
      const number = change[name] ?? null
      if (number !== null) await checkTarget(tx.db, { ...found, extension }, name, number)
    }
    const { company_id, id, user_id } = extension
    const key = { company_id, extension_id: id }
    if (Object.values(after).every((number) => number === null)) await forwardingsTable.remove(tx.db, key)
    else {
      const row = { ...key, user_id, ...after, number: after.number ?? '' }
      await forwardingsTable.put(tx.db, { ...row, created_at: clock.now() })
    }
    const action = 'extension.forwarding_updated'
    await recordChange(tx, clock, actor, { action, id, before, after })
    return after
  })
}

/** Nobody forwards calls to a number that the extension may not call. The call asks again. */
async function checkTarget(
  db: TelephonyDb,
  { instance, extension }: FoundExtension,
  name: keyof Forwarding,
  number: string,
): Promise<void> {
  const inside = await findDialled(db, instance, number)
  if (inside) {
    if ('extension' in inside && inside.extension.id === extension.id) {
      throw invalidField(`/${name}`, 'is the number of the extension itself')
    }
    return
  }
  const outside = await findOutside(db, { instance, extension }, number)
  if (!outside) throw invalidField(`/${name}`, 'is neither a number of the organization nor one outside')
  if (!outside.isPermitted) throw forbidden('The extension may not call this number')
}

import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import { userNotices } from '../../company/contacts/user-notice-events.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { textingNumbersTable } from '../texting-tables.ts'
import { checkNumberUsers } from './check-number-users.ts'
import { findPhoneNumber } from './read-phone-number.ts'
import { findTextingNumber, listTextingNumbers, replaceNumberUsers } from './texting-number-store.ts'
import { type TextingNumberView, textingNumberView } from './texting-number-view.ts'

const unchanged = () => Type.Optional(Type.Unknown())

export const NumberAssignment = Type.Object(
  {
    users: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 1000, description: 'Ids of users.' }),
    number: unchanged(),
    from_number: unchanged(),
    company_id: unchanged(),
    created_at: unchanged(),
    updated_at: unchanged(),
  },
  { additionalProperties: false },
)

const identity = ['number', 'from_number', 'company_id', 'created_at']

/** The E.164 form of a number of the company, which may be written in any way. */
export async function numberOfCompany(
  platform: TelephonyPlatform,
  actor: Actor,
  text: string,
): Promise<string> {
  const number = findPhoneNumber(actor.company, text)
  const found =
    number !== undefined && (await findTextingNumber(platform.database.read, actor.company.id, number))
  if (!found) throw notFound('The organization has no such number')
  return found.number
}

/** From now on these users, and the owner, see new texts of the number and receive their events. They are told. */
export async function assignTextingNumber(
  platform: TelephonyPlatform,
  actor: Actor,
  number: string,
  input: Static<typeof NumberAssignment>,
): Promise<TextingNumberView> {
  const { clock } = platform
  const { company } = actor
  const held = await platform.legalHolds.heldUsers(company.id)
  return platform.transact(company.id, async (tx) => {
    const stored = await findTextingNumber(tx.db, company.id, number)
    if (!stored) throw notFound('The organization has no such number')
    const before = textingNumberView(stored, company.public_id)
    const [users] = await collectFaults(
      () => checkNumberUsers(tx.db, company.id, input.users),
      () => checkReadOnlyFields(input, before, identity),
    )
    if (stored.users.some((id) => held.includes(id) && !users.includes(id)))
      throw conflict('A person under a legal hold keeps this number')
    const now = clock.now()
    await replaceNumberUsers(tx.db, company.id, number, users, now)
    await textingNumbersTable.update(tx.db, { company_id: company.id, number }, { updated_at: now })
    const after = textingNumberView({ ...stored, users, updated_at: now }, company.public_id)
    await recordChange(tx, clock, actor, { action: 'texting_number.assigned', id: number, before, after })
    const isNew = (id: string) => !stored.users.includes(id)
    const isFormer = (id: string) => !users.includes(id)
    for (const notice of [
      ...userNotices(clock, actor, users.filter(isNew), `gave you the number ${number}`),
      ...userNotices(clock, actor, stored.users.filter(isFormer), `took the number ${number} from you`),
      ...(users.some(isNew)
        ? userNotices(
            clock,
            actor,
            stored.users.filter((id) => !isFormer(id)),
            `shares your number ${number} with others`,
          )
        : []),
    ]) {
      tx.announce(notice)
    }
    return after
  })
}

/** The owner sees all of the company's numbers, anybody else their own. */
export async function showTextingNumbers(
  platform: TelephonyPlatform,
  actor: Actor,
): Promise<TextingNumberView[]> {
  const numbers = await listTextingNumbers(
    platform.database.read,
    actor.company.id,
    viewerOf(actor, 'see texting numbers'),
  )
  return numbers.map((number) => textingNumberView(number, actor.company.public_id))
}

import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Instance } from '../../company/instances/instance.ts'
import type { Actor } from '../../identity/actor.ts'
import { contactsTable, fullName } from '../../identity/contact.ts'
import { findContactByEmail } from '../../identity/contact-store.ts'
import { type Fault, Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { listRouteNumbers } from '../call-routes/call-route-store.ts'
import { forwardingsTable } from '../call-routes/forwarding-table.ts'
import { isEmergencyNumber } from '../extension-data/emergency-numbers.ts'
import type { Phones } from '../phones.ts'
import { greetingsTable } from '../prompts/greetings-table.ts'
import { forgetName } from '../prompts/name-tables.ts'
import { changePbx } from './accounts/change-pbx.ts'
import { extensionsTable } from './extension.ts'
import { type FoundExtension, storedExtensionToDelete } from './extension-access.ts'
import { listNumbersBeforeGaps } from './extension-store.ts'
import type { ExtensionView } from './extension-view.ts'
import { showExtension } from './show-extension.ts'

const FIRST = 1001

const MAX_NUMBER = 999_999

export const NumberSuggestionSchema = Type.Object(
  { number: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if all numbers are taken.' }) },
  { additionalProperties: false },
)

/** Checks that neither the user nor the extension is assigned already. */
export async function checkAssignment(
  { database }: TelephonyPlatform,
  { company }: Actor,
  instance: Instance,
  { email, id: number }: { email: string; id: number },
): Promise<{ assigned: false }> {
  const db = database.read
  const faults: Fault[] = []
  const user = await findContactByEmail(db, company.id, email)
  const theirs = user ? await extensionsTable.list(db, { company_id: company.id, user_id: user.id }) : []
  const here = theirs.filter((one) => one.instance_uuid === instance.uuid)
  if (here.length > 0) {
    const numbers = here.map((one) => one.number).join(', ')
    faults.push({ pointer: '/email', detail: `${email} has extension ${numbers}` })
  }
  const extension = await extensionsTable.findBy(db, {
    company_id: company.id,
    instance_uuid: instance.uuid,
    number,
  })
  if (extension?.user_id && extension.user_id !== user?.id) {
    const holder = await contactsTable.find(db, { company_id: company.id, id: extension.user_id })
    faults.push({
      pointer: '/id',
      detail: `extension ${number} belongs to ${holder ? fullName(holder) : 'somebody else'}`,
    })
  }
  if (faults.length > 0) {
    const list = faults.map(({ detail }) => detail).join('; ')
    throw new Problem(400, `Already assigned: ${list}`, { errors: faults })
  }
  return { assigned: false }
}

/** When this resolves, no phone can register as the extension. */
export async function deleteExtension(
  phones: Phones,
  actor: Actor,
  found: FoundExtension,
): Promise<ExtensionView> {
  const { company } = actor
  const {
    instance,
    extension: { id, number },
  } = found
  return changePbx(
    phones,
    { instance, numbers: [number] },
    {
      async check(db) {
        await storedExtensionToDelete(db, actor, found)
      },
      apply: (pbx) => pbx.remove({ domain: instance.domain, number }),
      async commit(tx) {
        const extension = await storedExtensionToDelete(tx.db, actor, found)
        const before = await showExtension(phones, tx.db, actor, extension)
        await extensionsTable.remove(tx.db, { company_id: company.id, id })
        await greetingsTable.remove(tx.db, { company_id: company.id, extension_id: id })
        await forwardingsTable.remove(tx.db, { company_id: company.id, extension_id: id })
        await forgetName(tx.db, company.id, id)
        await recordChange(tx, phones.clock, actor, {
          action: 'extension.deleted',
          id,
          before,
          after: null,
        })
        return before
      },
    },
  )
}

/** Continues the numbering that is in use. Another request may take the number before it is used. */
export async function suggestNumber(
  { database }: Phones,
  { company }: Actor,
  instance: Instance,
): Promise<Static<typeof NumberSuggestionSchema>> {
  const { read } = database
  const routes = await listRouteNumbers(read, company.id, instance.uuid)
  const taken = new Set(routes)
  const isFree = async (number: number) =>
    number <= MAX_NUMBER &&
    !taken.has(number) &&
    !isEmergencyNumber(number, company.profile.address.country) &&
    !(await extensionsTable.findBy(read, { company_id: company.id, instance_uuid: instance.uuid, number }))
  const gapsAbove = (above: number) => listNumbersBeforeGaps(read, company.id, instance.uuid, above)
  let gaps = await gapsAbove(0)
  if (gaps.length === 0) gaps = [FIRST - 1]
  // Ring groups and other routes have numbers, too, and may end a gap or fill it.
  for (; gaps.length > 0; gaps = await gapsAbove(gaps.at(-1)!)) {
    for (const number of gaps) if (await isFree(number + 1)) return { number: number + 1 }
  }
  for (const number of routes) if (await isFree(number + 1)) return { number: number + 1 }
  return { number: null }
}

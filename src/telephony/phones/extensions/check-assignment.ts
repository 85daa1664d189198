import type { Instance } from '../../company/instances/instance.ts'
import type { Actor } from '../../identity/actor.ts'
import { fullName } from '../../identity/contact.ts'
import { findContact, findContactByEmail } from '../../identity/contact-store.ts'
import { type Fault, Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { findExtensionByNumber, listExtensionsOfUser } from './extension-store.ts'

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
  const theirs = user ? await listExtensionsOfUser(db, company.id, user.id) : []
  const here = theirs.filter((one) => one.instance_uuid === instance.uuid)
  if (here.length > 0) {
    const numbers = here.map((one) => one.number).join(', ')
    faults.push({ pointer: '/email', detail: `${email} has extension ${numbers}` })
  }
  const extension = await findExtensionByNumber(db, company.id, instance.uuid, number)
  if (extension?.user_id && extension.user_id !== user?.id) {
    const holder = await findContact(db, company.id, extension.user_id)
    faults.push({
      pointer: '/id',
      detail: `extension ${number} belongs to ${holder ? fullName(holder) : 'somebody else'}`,
    })
  }
  if (faults.length > 0) {
    const list = faults.map(({ detail }) => detail).join('; ')
    throw new Problem(400, `There are assignments already: ${list}`, { errors: faults })
  }
  return { assigned: false }
}

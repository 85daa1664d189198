import type { Contact } from '../../identity/contact.ts'
import { conflict } from '../../problem.ts'
import type { Pbx, PbxAccount } from './pbx.ts'

type User = Pick<Contact, 'activated'> | undefined

/** Phones of a disabled user may not register. Unassigned ones may, such as a phone in the hall. */
export const mayRegister = (user: User) => user === undefined || user.activated === 1

/** When this resolves, the phone can register, or no phone can and none is registered. */
export const setRegistrable = (pbx: Pbx, account: PbxAccount, registrable: boolean): Promise<void> =>
  registrable ? pbx.put(account) : pbx.remove(account)

/**
 * Called in the transaction that commits the change of the PBX: the user may have been enabled or disabled in the
 * meantime.
 */
export function checkStillHolds(user: User, registrable: boolean): void {
  if (mayRegister(user) !== registrable)
    throw conflict('The user of the extension has just been changed; try again')
}

import type { Contact } from '../../identity/contact.ts'
import { conflict } from '../../problem.ts'
import type { Pbx, PbxAccount } from './pbx.ts'

type User = Pick<Contact, 'activated' | 'phones_closed'> | undefined

/** Phones of a user who is disabled or has left may not register. Unassigned ones may, such as a phone in the hall. */
export const mayRegister = (user: User) =>
  user === undefined || (user.activated === 1 && user.phones_closed === 0)

/** When this resolves, the phone can register, or no phone can and none is registered. */
export const setRegistrable = (pbx: Pbx, account: PbxAccount, registrable: boolean): Promise<void> =>
  registrable ? pbx.put(account) : pbx.remove(account)

/**
 * Called in the transaction that commits the change of the PBX: the user may have been enabled or disabled in the
 * meantime.
 */
export function checkStillHolds(user: User, registrable: boolean): void {
  if (mayRegister(user) !== registrable)
    throw conflict('The extension has just been assigned to somebody else; try again')
}

import type { Contact } from '../../identity/contact.ts'
import { conflict } from '../../problem.ts'
import type { Pbx, PbxAccount } from './pbx.ts'

type User = Pick<Contact, 'activated'> | undefined

/** The phones of a disabled user are shut out. Those of nobody are not: one may stand in the hall. */
export const isLetIn = (user: User) => user === undefined || user.activated === 1

/** When this resolves the phone can register, or nobody can and nobody is. */
export const letPhoneIn = (pbx: Pbx, account: PbxAccount, letIn: boolean): Promise<void> =>
  letIn ? pbx.put(account) : pbx.remove(account)

/** In the transaction that commits what the PBX was told: meanwhile the user may have been enabled or disabled. */
export function checkStillHolds(user: User, letIn: boolean): void {
  if (isLetIn(user) !== letIn) throw conflict('The user of the extension has just been changed; try again')
}

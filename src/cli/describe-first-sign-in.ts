import { createPasswordLink } from '../chat/accounts/password-resets/create-password-link.ts'
import type { Realm } from '../chat/identity/realms/realm.ts'
import type { User } from '../chat/identity/users/user.ts'
import type { Workspace } from '../workspace/workspace.ts'

const DAYS = 7

/** The last lines of a command that has created an account: how its owner signs in. */
export async function describeFirstSignIn(workspace: Workspace, realm: Realm, user: User): Promise<string[]> {
  const { link } = await workspace.transact(realm.id, (transaction) =>
    createPasswordLink(workspace, transaction, realm, user, {
      lifetimeSeconds: DAYS * 86_400,
      provesEmail: true,
    }),
  )
  return ['', `To set a password, open this link within ${DAYS} days. It works once:`, link]
}

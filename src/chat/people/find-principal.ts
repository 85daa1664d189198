import type { Db } from '../chat-platform.ts'
import type { Actor, User } from '../identity/users/user.ts'
import { findUserByEmail, findUsersByIdOrEmail } from '../identity/users/user-store.ts'
import { usersTable } from '../identity/users/users-table.ts'

/** An email address or an id. */
export type Principal = string | number

/** The user on whose behalf the actor acts, in the actor's organization. */
export function findPrincipal(db: Db, actor: Actor, principal: Principal): Promise<User | undefined> {
  return typeof principal === 'number'
    ? usersTable.find(db, { realm_id: actor.realm.id, id: principal })
    : findUserByEmail(db, actor.realm.id, principal)
}

/** The same for many, in their order. */
export async function findPrincipals(
  db: Db,
  actor: Actor,
  principals: readonly Principal[],
): Promise<Map<Principal, User | undefined>> {
  const users = await findUsersByIdOrEmail(db, actor.realm.id, [...new Set(principals)])
  const known = new Map<Principal, User>()
  for (const user of users) known.set(user.id, user).set(user.email_key, user)
  const keyOf = (principal: Principal) =>
    typeof principal === 'string' ? principal.trim().toLowerCase() : principal
  return new Map(principals.map((principal) => [principal, known.get(keyOf(principal))]))
}

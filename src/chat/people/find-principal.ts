import type { Db } from '../chat.ts'
import type { Actor, User } from '../identity/users/user.ts'
import { findUser, findUserByEmail } from '../identity/users/user-store.ts'

/** Somebody of the actor's organization on whose behalf something is done, by email address or id. */
export function findPrincipal(db: Db, actor: Actor, principal: string | number): Promise<User | undefined> {
  return typeof principal === 'number'
    ? findUser(db, actor.realm.id, principal)
    : findUserByEmail(db, actor.realm.id, principal)
}

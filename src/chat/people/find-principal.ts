import type { Db } from '../chat-platform.ts'
import type { Actor, User } from '../identity/users/user.ts'
import { findUser, findUserByEmail } from '../identity/users/user-store.ts'

/** The user on whose behalf the actor acts, by email address or id, in the actor's organization. */
export function findPrincipal(db: Db, actor: Actor, principal: string | number): Promise<User | undefined> {
  return typeof principal === 'number'
    ? findUser(db, actor.realm.id, principal)
    : findUserByEmail(db, actor.realm.id, principal)
}

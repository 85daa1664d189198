import type { Db } from '../chat-platform.ts'
import { JsonText } from '../http/json-text.ts'
import type { User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { type ProfileValuesTable, profileValuesTable } from './profile-fields/profile-fields-table.ts'
import { type UserView, viewUser } from './user-events.ts'

/** All users of an organization. Cached, as every starting client requests them. */
export interface Members {
  users: readonly User[]
  byId: ReadonlyMap<number, User>
  profileValues: ReadonlyMap<number, readonly ProfileValuesTable[]>
}

export async function loadMembers(db: Db, realmId: number): Promise<Members> {
  const users = await usersTable.list(db, { realm_id: realmId })
  const profileValues = new Map<number, ProfileValuesTable[]>()
  for (const value of await profileValuesTable.list(db, { realm_id: realmId }, ['field_id'])) {
    const known = profileValues.get(value.user_id)
    if (known) known.push(value)
    else profileValues.set(value.user_id, [value])
  }
  return { users, byId: new Map(users.map((user) => [user.id, user])), profileValues }
}

const written = new WeakMap<Members, Map<string, JsonText>>()

/** JSON about all members that is the same for everybody: serialized once until a member changes. */
export function writeOnce(members: Members, name: string, view: () => unknown): JsonText {
  const texts = written.get(members) ?? new Map<string, JsonText>()
  written.set(members, texts)
  const known = texts.get(name)
  if (known) return known
  const text = new JsonText(JSON.stringify(view()))
  texts.set(name, text)
  return text
}

export interface MemberOptions {
  publicUrl: string
  clientAvatar: boolean
  includeProfileData: boolean
}

export function viewMember(members: Members, user: User, options: MemberOptions): UserView {
  return viewUser(user, {
    publicUrl: options.publicUrl,
    clientAvatar: options.clientAvatar,
    ownerEmail: user.bot_owner_id === null ? undefined : members.byId.get(user.bot_owner_id)?.email,
    profileValues: options.includeProfileData ? (members.profileValues.get(user.id) ?? []) : undefined,
  })
}

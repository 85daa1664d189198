import type { Db } from '../../chat-platform.ts'
import type { User } from '../users/user.ts'
import { type DirectoryLinksTable, directoriesTable, directoryLinksTable } from './directory-tables.ts'

type Account = Pick<User, 'realm_id' | 'id'>

/** The entry of the LDAP directory with whose password the person signs in; undefined: there is none. */
export async function findPasswordLink(
  db: Db,
  { realm_id, id }: Account,
): Promise<DirectoryLinksTable | undefined> {
  const key = { realm_id, directory: 'ldap', kind: 'user', object_id: id } as const
  const link = await directoryLinksTable.find(db, key)
  if (!link || link.removed_at !== null) return undefined
  const directory = await directoriesTable.find(db, { realm_id, directory: 'ldap' })
  const signsIn = directory && (JSON.parse(directory.settings) as { sign_in: boolean }).sign_in
  return signsIn ? link : undefined
}

/** Whether the person signs in with a password: one of this server, or that of the LDAP directory. */
export const hasPassword = async (db: Db, user: Account & Pick<User, 'password_hash'>): Promise<boolean> =>
  user.password_hash !== null || (await findPasswordLink(db, user)) !== undefined

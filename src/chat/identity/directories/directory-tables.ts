import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    directories: DirectoriesTable
    directory_links: DirectoryLinksTable
  }
}

export type DirectoryName = 'ldap' | 'scim'

/** Whose groups became user groups: a directory, or an identity provider of the organization. */
export type GroupSource = DirectoryName | `provider ${number}`

/** How an organization is connected with a directory of its company. Times are epoch seconds. */
export interface DirectoriesTable {
  realm_id: number
  directory: DirectoryName
  /** JSON, see the settings of each directory */
  settings: string
  /** the password with which this server signs in there */
  secret_sealed: string | null
  /** of the token with which the directory signs in here */
  token_hash: string | null
  created_at: number
  /** of the last request from there, or the last sync; to the minute */
  used_at: number | null
  /** when the next sync is due; null: there is none */
  due_at: number | null
  /** JSON: what the last sync did */
  report: string | null
  /** the administrator who has connected it: it opens no account that they may not; null: unknown */
  changed_by: number | null
}

/**
 * Which account or user group somebody or something in a directory is. The directory decides its name, role, members and
 * whether it is open. How people sign in with an identity provider is another matter: `openid_identities`.
 */
export interface DirectoryLinksTable {
  realm_id: number
  directory: GroupSource
  kind: 'user' | 'group'
  /** of the account or group */
  object_id: number
  /** the directory's id, which never changes; SCIM clients need not send one */
  external_id: string | null
  /** in lower case: the name by which the directory finds it */
  name_key: string | null
  /** JSON: what the directory has sent, and the account does not keep */
  details: string
  created_at: number
  changed_at: number
  /** the directory has deleted it; the account is closed */
  removed_at: number | null
}

export const directoriesTable = table('directories', ['realm_id', 'directory'])

export const directoryLinksTable = table('directory_links', ['realm_id', 'directory', 'kind', 'object_id'])

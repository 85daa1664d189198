import { UserList } from './user-list.tsx'
import { UserPage } from './user-page.tsx'

/** Everybody, or the one whose id is in the address. */
export function UsersPage({ path }: { path: readonly string[] }) {
  const [id] = path
  return id === undefined ? <UserList /> : <UserPage key={id} id={id} />
}

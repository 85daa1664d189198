import { UserList } from './user-list.tsx'
import { UserPage } from './user-page.tsx'

/** The list of users, or the user whose id is in the URL. */
export function UsersPage({ path }: { path: readonly string[] }) {
  const [id] = path
  return id === undefined ? <UserList /> : <UserPage key={id} id={id} />
}

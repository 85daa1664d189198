import { LoadingState } from '../../ui/view-states.tsx'

export function UsersPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

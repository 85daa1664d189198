import { LoadingState } from '../../ui/view-states.tsx'

export function LocationsPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

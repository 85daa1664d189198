import { LoadingState } from '../../ui/view-states.tsx'

export function InstancesPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

import { LoadingState } from '../../ui/view-states.tsx'

export function InspectorPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

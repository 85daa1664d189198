import { LoadingState } from '../../ui/view-states.tsx'

export function StatusPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

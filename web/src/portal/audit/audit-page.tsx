import { LoadingState } from '../../ui/view-states.tsx'

export function AuditPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

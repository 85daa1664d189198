import { LoadingState } from '../../ui/view-states.tsx'

export function WebhooksPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

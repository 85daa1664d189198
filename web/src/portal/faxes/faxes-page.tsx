import { LoadingState } from '../../ui/view-states.tsx'

export function FaxesPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

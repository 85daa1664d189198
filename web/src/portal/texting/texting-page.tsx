import { LoadingState } from '../../ui/view-states.tsx'

export function TextingPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

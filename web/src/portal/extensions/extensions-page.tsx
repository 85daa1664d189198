import { LoadingState } from '../../ui/view-states.tsx'

export function ExtensionsPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

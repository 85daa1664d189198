import { LoadingState } from '../../ui/view-states.tsx'

export function ApiKeysPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

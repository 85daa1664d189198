import { LoadingState } from '../../ui/view-states.tsx'

export function CompanyPage(_: { path: readonly string[] }) {
  return <LoadingState />
}

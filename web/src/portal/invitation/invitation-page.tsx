import { LoadingState } from '../../ui/view-states.tsx'

export function InvitationPage(_: { token: string }) {
  return <LoadingState />
}

import { lazy } from 'react'
import type { ChatOutput } from '../api/chat-api.ts'
import { useChat } from '../chat/state/workspace.ts'
import type { Phones } from '../portal/shell/phones-session.tsx'
import { ErrorState, LoadingState } from '../ui/view-states.tsx'
import type { Session } from './open-session.ts'

const NoPhones = lazy(async () => ({ default: (await import('../portal/shell/no-phones.tsx')).NoPhones }))
const PortalView = lazy(async () => ({ default: (await import('../portal/portal-view.tsx')).PortalView }))

/** Why there are no phones: the server does not accept the person there, or they could not be loaded. */
export type PhonesProblem = 'refused' | { error: unknown; retry: () => void }

interface PhonesPageProps {
  session: Session
  phones: Phones | undefined
  problem: PhonesProblem | undefined
  onSwitch: (userId: string | undefined) => void
  onConnected: (account: ChatOutput<'GET /workspace'>) => void
}

/** The portal, or why there is none. */
export function PhonesPage({ session, phones, problem, onSwitch, onConnected }: PhonesPageProps) {
  const { account, chat } = session
  if (phones) {
    if (chat) return <MembersPortal phones={phones} onSwitch={onSwitch} />
    const organization = { name: phones.portal.company.name, icon: null }
    return <PortalView {...{ phones, organization, onSwitch }} />
  }
  if (account && (account.phone_role === null || problem === 'refused'))
    return (
      <NoPhones
        phones={{ ...account, may_connect: account.may_connect && problem !== 'refused' }}
        onConnected={onConnected}
      />
    )
  if (typeof problem === 'object') return <ErrorState error={problem.error} onRetry={problem.retry} />
  return <LoadingState />
}

/** The name and the picture of the organization are those of the chat. */
function MembersPortal(props: { phones: Phones; onSwitch: (userId: string | undefined) => void }) {
  const name = useChat((state) => state.realm.name)
  const icon = useChat((state) => state.realm.icon_url)
  return <PortalView {...props} organization={{ name, icon }} />
}

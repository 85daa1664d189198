import { QueryClientProvider } from '@tanstack/react-query'
import { loadPortalTexts } from '../texts/portal-texts.ts'
import type { Phones } from './shell/phones-session.tsx'
import { PortalContext } from './shell/portal-context.ts'
import { PortalFrame } from './shell/portal-frame.tsx'

await loadPortalTexts()

interface PortalViewProps {
  phones: Phones
  organization: { name: string; icon: string | null }
  onSwitch: (userId: string | undefined) => void
}

/** The self-service portal of a signed-in person. */
export function PortalView({ phones, organization, onSwitch }: PortalViewProps) {
  return (
    <QueryClientProvider client={phones.queries}>
      <PortalContext value={phones.portal}>
        <PortalFrame organization={organization} unread={phones.unread} onSwitch={onSwitch} />
      </PortalContext>
    </QueryClientProvider>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { TelephonyCaller } from '../api/telephony-api.ts'
import { loadPortalTexts } from '../texts/portal-texts.ts'
import { createQueryClient } from '../ui/query-client.ts'
import { Toasts } from '../ui/toast.tsx'
import { InvitationPage } from './invitation/invitation-page.tsx'
import { usePortalPath } from './shell/portal-path.ts'
import { forgetCaller, rememberCaller, rememberedCaller } from './shell/portal-session.ts'
import { PortalSignIn } from './shell/portal-sign-in.tsx'
import { PortalWorkspace } from './shell/portal-workspace.tsx'

await loadPortalTexts()

/** The self-service portal: an invitation, the sign-in, or the workspace of a signed-in user. */
export function App() {
  const [caller, setCaller] = useState(rememberedCaller)
  const [queries] = useState(createQueryClient)
  const [refused, setRefused] = useState(false)
  const [section, token] = usePortalPath()
  if (section === 'invitation' && token)
    return (
      <QueryClientProvider client={queries}>
        <InvitationPage token={token} />
      </QueryClientProvider>
    )
  function signIn(next: TelephonyCaller) {
    rememberCaller(next)
    setRefused(false)
    setCaller(next)
  }
  function signOut() {
    forgetCaller()
    setCaller(undefined)
  }
  function refuse() {
    setRefused(true)
    signOut()
  }
  return (
    <>
      {caller ? (
        <PortalWorkspace
          key={`${caller.apiKey} ${caller.userId}`}
          caller={caller}
          onSignOut={signOut}
          onRefused={refuse}
          onSwitch={signIn}
        />
      ) : (
        <PortalSignIn refused={refused} onSignIn={signIn} />
      )}
      <Toasts />
    </>
  )
}

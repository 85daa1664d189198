import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TelephonyCaller } from '../api/telephony-api.ts'
import { loadPortalTexts } from '../texts/portal-texts.ts'
import { createQueryClient } from '../ui/query-client.ts'
import { Toasts } from '../ui/toast.tsx'
import { ErrorState, LoadingState } from '../ui/view-states.tsx'
import { InvitationPage } from './invitation/invitation-page.tsx'
import { usePortalPath } from './shell/portal-path.ts'
import { endSession, findCaller, forgetCaller, rememberCaller } from './shell/portal-session.ts'
import { PortalSignIn } from './shell/portal-sign-in.tsx'
import { PortalWorkspace } from './shell/portal-workspace.tsx'

await loadPortalTexts()

type Stage =
  | { at: 'loading' }
  | { at: 'signed-out'; refused: boolean }
  | { at: 'inside'; caller: TelephonyCaller }
  | { at: 'failed'; error: unknown }

/** The self-service portal: an invitation, the sign-in, or the workspace of a signed-in user. */
export function App() {
  const [queries] = useState(createQueryClient)
  const [section, token] = usePortalPath()
  if (section === 'invitation' && token)
    return (
      <QueryClientProvider client={queries}>
        <InvitationPage token={token} />
      </QueryClientProvider>
    )
  return (
    <>
      <SignedInApp />
      <Toasts />
    </>
  )
}

function SignedInApp() {
  const [stage, setStage] = useState<Stage>({ at: 'loading' })
  useEffect(() => lookForCaller(setStage), [])

  function enter(caller: TelephonyCaller) {
    rememberCaller(caller)
    setStage({ at: 'inside', caller })
  }
  function leave(refused: boolean) {
    forgetCaller()
    setStage({ at: 'signed-out', refused })
  }
  switch (stage.at) {
    case 'loading':
      return <LoadingState />
    case 'failed':
      return <ErrorState error={stage.error} onRetry={() => lookForCaller(setStage)} />
    case 'signed-out':
      return <PortalSignIn refused={stage.refused} onSignIn={enter} />
    case 'inside':
      return (
        <PortalWorkspace
          key={JSON.stringify(stage.caller)}
          caller={stage.caller}
          onSignOut={() => {
            if (stage.caller.kind === 'session') void endSession().then(() => leave(false))
            else leave(false)
          }}
          onRefused={() => leave(true)}
          onSwitch={enter}
        />
      )
  }
}

/** Returns a function that ends it. */
function lookForCaller(show: (stage: Stage) => void): () => void {
  let gone = false
  const tell = (stage: Stage) => {
    if (!gone) show(stage)
  }
  findCaller().then(
    (caller) => tell(caller ? { at: 'inside', caller } : { at: 'signed-out', refused: false }),
    (error: unknown) => tell({ at: 'failed', error }),
  )
  return () => {
    gone = true
  }
}

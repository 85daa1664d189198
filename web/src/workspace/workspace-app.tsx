import { ApiError } from '@switchboard/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { deleteStoredChat } from '../api/delete-stored-chat.ts'
import { WorkspaceContext } from '../chat/state/workspace.ts'
import { forgetCaller, rememberCaller } from '../portal/shell/portal-session.ts'
import { isPortalPath, usePathname } from '../shell/address.ts'
import { createQueryClient } from '../ui/query-client.ts'
import { Toasts } from '../ui/toast.tsx'
import { ErrorState, LoadingState, useWhenReachable } from '../ui/view-states.tsx'
import { FactorMissing, openSession, type Session, storeChat } from './open-session.ts'
import { WorkspaceFrame } from './workspace-frame.tsx'

const SignInPage = lazy(async () => ({
  default: (await import('../chat/sign-in/sign-in-page.tsx')).SignInPage,
}))
const RequiredFactorPage = lazy(async () => ({
  default: (await import('./required-factor-page.tsx')).RequiredFactorPage,
}))
const PortalSignIn = lazy(async () => ({
  default: (await import('../portal/shell/portal-sign-in.tsx')).PortalSignIn,
}))
const InvitationPage = lazy(async () => ({
  default: (await import('../portal/invitation/invitation-page.tsx')).InvitationPage,
}))

type Stage =
  | { at: 'loading' }
  | { at: 'signed-out'; refused: boolean }
  | { at: 'setting-up' }
  | { at: 'inside'; session: Session }
  | { at: 'failed'; error: unknown }

/** Chat and phones as one: the workspace of a signed-in person, the sign-in, or an invitation. */
export function App() {
  const [run, setRun] = useState(() => ({ number: 0, queries: createQueryClient() }))
  const restart = () => setRun({ number: run.number + 1, queries: createQueryClient() })
  const [, app, page, token] = usePathname().split('/')
  return (
    <>
      <QueryClientProvider client={run.queries}>
        <Suspense fallback={<LoadingState />}>
          {app === 'portal' && page === 'invitation' && token ? (
            <InvitationPage token={decodeURIComponent(token)} />
          ) : (
            <SessionView key={run.number} onRestart={restart} />
          )}
        </Suspense>
      </QueryClientProvider>
      <Toasts />
    </>
  )
}

function SessionView({ onRestart }: { onRestart: () => void }) {
  const [stage, setStage] = useState<Stage>({ at: 'loading' })
  const inPortal = isPortalPath(usePathname())
  useEffect(() => startSession(setStage), [])
  useWhenReachable(stage.at === 'inside' && stage.session.chat?.storedAt !== undefined, onRestart)
  function leave(refused: boolean) {
    forgetCaller()
    setStage({ at: 'signed-out', refused })
  }
  switch (stage.at) {
    case 'loading':
      return <LoadingState />
    case 'failed':
      return <ErrorState error={stage.error} onRetry={onRestart} />
    case 'setting-up':
      return <RequiredFactorPage onSetUp={onRestart} onSignedOut={() => leave(false)} />
    case 'signed-out':
      if (!inPortal) return <SignInPage onSignedIn={onRestart} />
      return (
        <PortalSignIn
          refused={stage.refused}
          onSignIn={(caller) => {
            rememberCaller(caller)
            onRestart()
          }}
        />
      )
    case 'inside':
      return (
        <WorkspaceContext value={stage.session.chat}>
          <WorkspaceFrame
            session={stage.session}
            onChange={(session) => setStage({ at: 'inside', session })}
            onLeave={leave}
          />
        </WorkspaceContext>
      )
  }
}

/** Returns a function that ends it. */
function startSession(show: (stage: Stage) => void): () => void {
  let opened: Session | undefined
  const gone = new AbortController()
  const showUnlessGone = (stage: Stage) => {
    if (!gone.signal.aborted) show(stage)
  }
  openSession(() => {
    forgetCaller()
    void deleteStoredChat()
    showUnlessGone({ at: 'signed-out', refused: true })
  }).then(
    (session) => {
      opened = session
      if (gone.signal.aborted) return session.chat?.stop()
      show({ at: 'inside', session })
      // Without storage, there is no copy.
      if (session.chat) storeChat(session.chat, gone.signal).catch(() => undefined)
    },
    (error: unknown) => {
      if (error instanceof FactorMissing) return showUnlessGone({ at: 'setting-up' })
      const isStranger = error instanceof ApiError && error.status === 401
      if (isStranger) void deleteStoredChat()
      showUnlessGone(isStranger ? { at: 'signed-out', refused: false } : { at: 'failed', error })
    },
  )
  return () => {
    gone.abort()
    opened?.chat?.stop()
  }
}

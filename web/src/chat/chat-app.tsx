import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../api/api-failure.ts'
import { callChat, rememberCsrfToken } from '../api/chat-api.ts'
import { isLanguage, rememberLanguage } from '../texts/language.ts'
import { loadTexts } from '../texts/texts.ts'
import { createQueryClient } from '../ui/query-client.ts'
import { Toasts } from '../ui/toast.tsx'
import { ErrorState, LoadingState } from '../ui/view-states.tsx'
import { WorkspaceView } from './shell/workspace-view.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { openWorkspace, type Workspace, WorkspaceContext } from './state/workspace.ts'

type Stage =
  | { at: 'loading' }
  | { at: 'signed-out' }
  | { at: 'inside'; workspace: Workspace }
  | { at: 'failed'; error: unknown }

/** The chat: the workspace of a signed-in user, or the sign-in page. */
export function App() {
  const [session, setSession] = useState(() => ({ number: 0, queries: createQueryClient() }))
  const restart = () => setSession({ number: session.number + 1, queries: createQueryClient() })
  return (
    <>
      <QueryClientProvider client={session.queries}>
        <SessionView key={session.number} onRestart={restart} />
      </QueryClientProvider>
      <Toasts />
    </>
  )
}

function SessionView({ onRestart }: { onRestart: () => void }) {
  const [stage, setStage] = useState<Stage>({ at: 'loading' })
  useEffect(() => {
    let opened: Workspace | undefined
    let gone = false
    const show = (next: Stage) => {
      if (!gone) setStage(next)
    }
    async function start() {
      try {
        const session = await callChat('GET /sessions/current', {})
        rememberCsrfToken(session.csrf_token)
        const next = nextPage()
        if (next !== undefined) return location.replace(next)
        opened = await openWorkspace(() => show({ at: 'signed-out' }))
        if (gone) return opened.stop()
        await takeLanguageOf(opened)
        show({ at: 'inside', workspace: opened })
      } catch (error) {
        const isStranger = error instanceof ApiFailure && error.status === 401
        show(isStranger ? { at: 'signed-out' } : { at: 'failed', error })
      }
    }
    void start()
    return () => {
      gone = true
      opened?.stop()
    }
  }, [])

  switch (stage.at) {
    case 'loading':
      return <LoadingState />
    case 'failed':
      return <ErrorState error={stage.error} onRetry={onRestart} />
    case 'signed-out':
      return <SignInPage onSignedIn={onRestart} />
    case 'inside':
      return (
        <WorkspaceContext value={stage.workspace}>
          <WorkspaceView />
        </WorkspaceContext>
      )
  }
}

/** The portal sends people here to sign in, and gets them back. */
function nextPage(): string | undefined {
  const next = new URLSearchParams(location.search).get('next') ?? ''
  return /^\/portal(\/[\w/-]*)?$/.test(next) ? next : undefined
}

/** The language is a setting of the account, so it is the same in every browser. */
async function takeLanguageOf(workspace: Workspace): Promise<void> {
  const { default_language: language } = workspace.state.get().settings
  const wanted = language.slice(0, 2)
  if (!isLanguage(wanted)) return
  rememberLanguage(wanted)
  await loadTexts()
}

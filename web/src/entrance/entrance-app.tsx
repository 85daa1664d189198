import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { pageStatus } from '../api/server-mode.ts'
import { loadEntranceTexts } from '../texts/entrance-texts.ts'
import { createQueryClient } from '../ui/query-client.ts'
import { EmailChangePage } from './email-change-page.tsx'
import { ErrorPage } from './error-page.tsx'
import { JoinPage } from './join-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { SignInFailedPage } from './sign-in-failed-page.tsx'

await loadEntranceTexts()

/** Pages for people who only have a link, and the error pages. */
export function App() {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>
  )
}

function Page() {
  const status = pageStatus()
  const [, page, token] = location.pathname.split('/')
  if (status >= 400 || token === undefined) return <ErrorPage status={status} />
  switch (page) {
    case 'join':
      return <JoinPage token={token} />
    case 'reset-password':
      return <ResetPasswordPage token={token} />
    case 'email_changes':
      return <EmailChangePage token={token} />
    case 'sign-in-failed':
      return <SignInFailedPage reason={token} />
    default:
      return <ErrorPage status={404} />
  }
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { isDevelopment } from '../../api/server-mode.ts'
import { t } from '../../texts/texts.ts'
import { EntrancePage } from '../../ui/entrance-page.tsx'
import { ExternalSignIn } from '../../ui/external-sign-in.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { renderedHtml } from '../rendered-html.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { DemoPeople } from './demo-people.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { PasswordForm } from './password-form.tsx'

/** Where a reset link that no longer works leads to. */
const FORGOTTEN = '#forgotten-password'

/** The organization follows from the host in the address; what it is called comes from the server. */
export function SignInPage({ onSignedIn }: { onSignedIn: () => void }) {
  const server = useQuery({
    queryKey: chatKeys.serverSettings,
    queryFn: ({ signal }) => callChat('GET /server_settings', {}, { signal }),
  })
  const [forgotten, setForgotten] = useState(() => location.hash === FORGOTTEN)
  useEffect(() => {
    if (location.hash === FORGOTTEN) history.replaceState(null, '', '/')
  }, [])
  if (server.error !== null) return <ErrorState error={server.error} onRetry={server.refetch} />
  if (!server.data) return <LoadingState />
  const {
    realm_name: name,
    realm_description: description,
    realm_icon: icon,
    external_authentication_methods: methods,
  } = server.data
  return (
    <EntrancePage title={name ?? 'Switchboard'} intro={describe(description)} icon={icon}>
      {forgotten ? (
        <ForgottenPassword onBack={() => setForgotten(false)} />
      ) : (
        <>
          <ExternalSignIn methods={methods} parameters={{ next: `/${location.search}${location.hash}` }} />
          <PasswordForm onSignedIn={onSignedIn} onForgotten={() => setForgotten(true)} />
        </>
      )}
      {isDevelopment() && <DemoPeople onSignedIn={onSignedIn} />}
      <p>
        <a href="/portal">{t.signIn.toPortal}</a>
      </p>
    </EntrancePage>
  )
}

/** The server renders and escapes the description. */
function describe(html: string | undefined): ReactNode {
  if (!html) return t.signIn.intro
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server, through the one door for that
  return <div dangerouslySetInnerHTML={renderedHtml(html)} />
}

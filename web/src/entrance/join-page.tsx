import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { type ChatOutput, callChat } from '../api/chat-api.ts'
import { e } from '../texts/entrance-texts.ts'
import { Button } from '../ui/button.tsx'
import { EntrancePage, ExternalSignIn } from '../ui/entrance-page.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { LoadingState } from '../ui/view-states.tsx'
import { offerWelcome } from '../ui/welcome-flag.ts'
import { enterAppFirst } from './enter-app.ts'
import { entranceKeys } from './entrance-keys.ts'
import { InvitationRefusal } from './link-refusal.tsx'
import { useServerSettings } from './use-server-settings.ts'

type Invitation = ChatOutput<'GET /invites/accept/{token}'>

/** The page behind an invitation link: creates the account and signs in. */
export function JoinPage({ token }: { token: string }) {
  const look = useQuery({
    queryKey: entranceKeys.invitation(token),
    queryFn: ({ signal }) => callChat('GET /invites/accept/{token}', { token }, { signal }),
  })
  if (look.error !== null) return <InvitationRefusal error={look.error} onRetry={look.refetch} />
  if (!look.data) return <LoadingState />
  const Form = look.data.confirms_email ? ConfirmForm : JoinForm
  return <Form token={token} invitation={look.data} />
}

interface JoinFormProps {
  token: string
  invitation: Invitation
}

function JoinForm({ token, invitation }: JoinFormProps) {
  const [email, setEmail] = useState(invitation.email ?? '')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const submit = useSubmit()
  const isForAnybody = invitation.email === null
  async function join() {
    const person = { full_name: name, password, ...(isForAnybody && { email }) }
    const joined = await callChat('POST /invites/accept/{token}', { token, ...person })
    offerWelcome()
    await enterAppFirst(joined.email, password)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void submit.run(join)
  }
  return (
    <JoinFrame token={token} invitation={invitation}>
      <form onSubmit={send}>
        <TextField
          label={e.join.email}
          type="email"
          autoComplete="username"
          required
          readOnly={!isForAnybody}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={e.join.name}
          hint={e.join.nameHint}
          autoComplete="name"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={e.join.password}
          hint={e.join.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        <Button type="submit" look="primary" busy={submit.busy}>
          {e.join.submit}
        </Button>
      </form>
    </JoinFrame>
  )
}

/** For reusable links: a mail with a link of their own proves that the address is theirs. */
function ConfirmForm({ token, invitation }: JoinFormProps) {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const submit = useSubmit()
  async function send(event: FormEvent) {
    event.preventDefault()
    if (await submit.run(() => callChat('POST /invites/accept/{token}/email', { token, email })))
      setSentTo(email)
  }
  return (
    <JoinFrame token={token} invitation={invitation}>
      <form onSubmit={(event) => void send(event)}>
        <TextField
          label={e.join.email}
          hint={e.join.confirmHint}
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            setSentTo(undefined)
          }}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        {sentTo !== undefined && <Notice look="success">{e.join.sent(sentTo)}</Notice>}
        <Button type="submit" look="primary" busy={submit.busy}>
          {e.join.sendLink}
        </Button>
      </form>
    </JoinFrame>
  )
}

function JoinFrame({ token, invitation, children }: JoinFormProps & { children: ReactNode }) {
  const server = useServerSettings()
  return (
    <EntrancePage
      title={e.join.title(invitation.realm_name)}
      intro={e.join.invitedBy(invitation.invited_by)}
      icon={server?.realm_icon}
    >
      <ExternalSignIn
        methods={server?.external_authentication_methods ?? []}
        parameters={{ invitation: token }}
        onLeave={offerWelcome}
      />
      {children}
      <p>
        <a href="/">{e.join.haveAccount}</a>
      </p>
    </EntrancePage>
  )
}

import { ApiError } from '@switchboard/client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { isDevelopment, isMissing } from '../../api/server-mode.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EntrancePage, ExternalSignIn } from '../../ui/entrance-page.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { renderedHtml } from '../rendered-html.ts'
import { chatKeys } from '../state/chat-keys.ts'
import styles from './sign-in-page.module.css'

/** Of the demo people. Others sign in with their password. */
const MAX_PEOPLE = 10

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
        <ForgottenPassword organization={name ?? 'Switchboard'} onBack={() => setForgotten(false)} />
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

/** On a development server, anyone can sign in as any demo user with one click. */
function DemoPeople({ onSignedIn }: { onSignedIn: () => void }) {
  const people = useQuery({
    queryKey: chatKeys.demoUsers,
    queryFn: ({ signal }) => callChat('GET /dev_list_users', {}, { signal }),
  })
  const submit = useSubmit()
  async function enter(username: string) {
    if (await submit.run(() => callChat('POST /dev_sessions', { username }))) onSignedIn()
  }
  const { direct_admins = [], direct_users = [] } = people.data ?? {}
  return (
    <section>
      <h2>{t.signIn.demoPeople}</h2>
      <div className={styles.people}>
        {[...direct_admins, ...direct_users]
          .slice(0, MAX_PEOPLE)
          .map(({ email, full_name, role, avatar_url }) => (
            <button
              key={email}
              type="button"
              className={styles.person}
              disabled={submit.busy}
              title={email}
              onClick={() => void enter(email)}
            >
              <Avatar name={full_name} url={avatar_url} />
              <span>
                {full_name}
                <small>{t.signIn.roles[role]}</small>
              </span>
            </button>
          ))}
      </div>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
    </section>
  )
}

/** What it says is the same whether or not there is such an account. A server that sends no mail asks for no address. */
function ForgottenPassword({ organization, onBack }: { organization: string; onBack: () => void }) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const submit = useSubmit()
  async function send(event: FormEvent) {
    event.preventDefault()
    setSent(await submit.run(() => callChat('POST /password_reset', { email })))
  }
  const back = (
    <Button look="quiet" size="small" onClick={onBack}>
      {t.ui.back}
    </Button>
  )
  if (isMissing('mail'))
    return (
      <>
        <Notice>{t.signIn.noReset(organization)}</Notice>
        {back}
      </>
    )
  return (
    <form onSubmit={(event) => void send(event)}>
      <EmailField value={email} onChange={setEmail} />
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {sent && <Notice look="success">{t.signIn.resetSent}</Notice>}
      <Button type="submit" look="primary" busy={submit.busy}>
        {t.signIn.sendReset}
      </Button>
      {back}
    </form>
  )
}

/** What the server wants to know besides the password, by the code of its error. */
type Asked = 'code' | 'password'
const questions: ReadonlyMap<string, Asked> = new Map([
  ['TWO_FACTOR_REQUIRED', 'code'],
  ['NEW_PASSWORD_REQUIRED', 'password'],
])

/** Asks for the password, then for a better one or for the code of a second factor, if the account needs them. */
function PasswordForm({ onSignedIn, onForgotten }: { onSignedIn: () => void; onForgotten: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState<Asked>()
  const [newPassword, setNewPassword] = useState<string>()
  const submit = useSubmit()
  const signIn = (more: { code?: string; new_password?: string } = {}) =>
    submit.run(async () => {
      try {
        await callChat('POST /sessions', { username, password, ...more })
      } catch (error) {
        const next = error instanceof ApiError ? questions.get(error.code ?? '') : undefined
        if (next && next !== asked) return setAsked(next)
        throw error
      }
      onSignedIn()
    })
  function send(event: FormEvent) {
    event.preventDefault()
    void signIn()
  }
  const form = {
    busy: submit.busy,
    error: submit.error,
    onBack: () => {
      submit.clear()
      setAsked(undefined)
    },
  }
  if (asked === 'code') {
    const chosen = newPassword === undefined ? {} : { new_password: newPassword }
    return <CodeForm {...form} onCode={(code) => void signIn({ code, ...chosen })} />
  }
  if (asked === 'password') {
    const choose = (next: string) => {
      setNewPassword(next)
      void signIn({ new_password: next })
    }
    return <NewPasswordForm {...form} onPassword={choose} />
  }
  return (
    <form onSubmit={send}>
      <EmailField value={username} onChange={setUsername} />
      <TextField
        label={t.signIn.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <Button type="submit" look="primary" busy={submit.busy}>
        {t.signIn.signIn}
      </Button>
      <Button look="quiet" size="small" onClick={onForgotten}>
        {t.signIn.forgotten}
      </Button>
    </form>
  )
}

interface QuestionProps {
  busy: boolean
  error: unknown
  onBack: () => void
}

/** For people whose administrator gave them a weak password. */
function NewPasswordForm({
  busy,
  error,
  onPassword,
  onBack,
}: QuestionProps & { onPassword: (password: string) => void }) {
  const [password, setPassword] = useState('')
  function send(event: FormEvent) {
    event.preventDefault()
    onPassword(password)
  }
  return (
    <form onSubmit={send}>
      <p>{t.signIn.newPasswordIntro}</p>
      <TextField
        label={t.signIn.newPassword}
        hint={t.signIn.newPasswordHint}
        type="password"
        autoComplete="new-password"
        autoFocus
        required
        minLength={8}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
      <Button type="submit" look="primary" busy={busy}>
        {t.signIn.signIn}
      </Button>
      <Button look="quiet" size="small" onClick={onBack}>
        {t.ui.back}
      </Button>
    </form>
  )
}

function CodeForm({ busy, error, onCode, onBack }: QuestionProps & { onCode: (code: string) => void }) {
  const [code, setCode] = useState('')
  function send(event: FormEvent) {
    event.preventDefault()
    onCode(code)
  }
  return (
    <form onSubmit={send}>
      <p>{t.signIn.codeIntro}</p>
      <TextField
        label={t.signIn.code}
        hint={t.signIn.codeHint}
        autoComplete="one-time-code"
        autoFocus
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
      <Button type="submit" look="primary" busy={busy}>
        {t.signIn.signIn}
      </Button>
      <Button look="quiet" size="small" onClick={onBack}>
        {t.ui.back}
      </Button>
    </form>
  )
}

/** The email address of an account. Browsers can autofill it. */
function EmailField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={t.signIn.email}
      type="email"
      autoComplete="username"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { type ChatOutput, callChat } from '../api/chat-api.ts'
import { pageStatus } from '../api/server-mode.ts'
import { e } from '../texts/entrance-texts.ts'
import { t } from '../texts/texts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EntrancePage } from '../ui/entrance-page.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { createQueryClient } from '../ui/query-client.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { LoadingState } from '../ui/view-states.tsx'
import { enterApp } from './enter-app.ts'
import styles from './entrance-app.module.css'
import { entranceKeys } from './entrance-keys.ts'
import { JoinPage } from './join-page.tsx'
import { EmailChangeRefusal, ResetRefusal, UnsubscribeRefusal } from './link-refusal.tsx'
import { useServerSettings } from './use-server-settings.ts'

/** Another attempt may succeed, without anybody's help. */
const mayPass = new Set(['unavailable', 'cancelled', 'refused', 'not_begun_here', 'too_many_attempts'])

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
    case 'unsubscribe':
      return <UnsubscribePage token={token} />
    case 'sign-in-failed':
      return <SignInFailedPage reason={token} />
    default:
      return <ErrorPage status={404} />
  }
}

/** The server could not sign the person in at an identity provider. It names the reason in the address. */
function SignInFailedPage({ reason }: { reason: string }) {
  const texts = e.signInFailed
  const known = Object.hasOwn(texts, reason) ? texts[reason as keyof typeof texts] : texts.refused
  return (
    <EntrancePage title={known.title}>
      <p>{known.help}</p>
      {mayPass.has(reason) && (
        <ButtonLink look="primary" href="/">
          {t.ui.tryAgain}
        </ButtonLink>
      )}
      <p>
        <a href="/">{e.toSignIn}</a>
      </p>
    </EntrancePage>
  )
}

/** The server answered the address with an error. */
function ErrorPage({ status }: { status: number }) {
  const { title, help } = describe(status)
  const mayPass = status === 429 || status >= 500
  return (
    <EntrancePage title={title}>
      <p>{help}</p>
      {mayPass && (
        <Button look="primary" onClick={() => location.reload()}>
          {t.ui.tryAgain}
        </Button>
      )}
      <p>
        <a href="/">{e.toApp}</a>
      </p>
    </EntrancePage>
  )
}

function describe(status: number): { title: string; help: string } {
  const { errors } = e
  if (status === 503 || status === 429) return { title: errors.unavailable, help: errors.unavailableHelp }
  if (status >= 500) return { title: errors.failed, help: errors.failedHelp }
  const isFile = location.pathname.startsWith('/user_uploads/')
  return isFile
    ? { title: errors.file, help: errors.fileHelp }
    : { title: errors.notFound, help: errors.notFoundHelp }
}

/** The page behind the link in the mail. Only its button confirms, as mail scanners open links. */
function EmailChangePage({ token }: { token: string }) {
  const [done, setDone] = useState(false)
  const look = useQuery({
    queryKey: entranceKeys.emailChange(token),
    queryFn: ({ signal }) => callChat('GET /email_changes/{token}', { token }, { signal }),
  })
  if (look.error !== null) return <EmailChangeRefusal error={look.error} onRetry={look.refetch} />
  if (!look.data) return <LoadingState />
  if (done) return <Changed change={look.data} />
  return <Question token={token} change={look.data} onDone={() => setDone(true)} />
}

/** Behind the link that stops mails about missed messages. Only its button does, as mail scanners open links. */
function UnsubscribePage({ token }: { token: string }) {
  const [done, setDone] = useState(false)
  const submit = useSubmit()
  const look = useQuery({
    queryKey: entranceKeys.unsubscribe(token),
    queryFn: ({ signal }) => callChat('GET /unsubscribe/{token}', { token }, { signal }),
  })
  if (look.error !== null) return <UnsubscribeRefusal error={look.error} onRetry={look.refetch} />
  if (!look.data) return <LoadingState />
  const { email, realm_name: organization, is_subscribed: isOn } = look.data
  async function stop() {
    if (await submit.run(() => callChat('POST /unsubscribe/{token}', { token }))) setDone(true)
  }
  return (
    <EntrancePage title={e.unsubscribe.title} intro={e.unsubscribe.intro(organization, email)}>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {done || !isOn ? (
        <Notice look="success">{e.unsubscribe.done}</Notice>
      ) : (
        <Button look="primary" busy={submit.busy} onClick={() => void stop()}>
          {e.unsubscribe.submit}
        </Button>
      )}
    </EntrancePage>
  )
}

interface QuestionProps {
  token: string
  change: ChatOutput<'GET /email_changes/{token}'>
  onDone: () => void
}

function Question({ token, change, onDone }: QuestionProps) {
  const submit = useSubmit()
  const icon = useServerSettings()?.realm_icon
  async function confirm() {
    if (await submit.run(() => callChat('POST /email_changes/{token}', { token }))) onDone()
  }
  const texts = e.emailChange
  const isOwn = change.email === change.new_email
  return (
    <EntrancePage
      title={isOwn ? texts.ownTitle : texts.title}
      intro={isOwn ? texts.ownIntro(change.realm_name) : texts.intro(change.realm_name)}
      icon={icon}
    >
      <dl className={styles.addresses}>
        {!isOwn && (
          <>
            <dt>{texts.before}</dt>
            <dd>{change.email}</dd>
          </>
        )}
        <dt>{isOwn ? texts.own : texts.after}</dt>
        <dd>
          <strong>{change.new_email}</strong>
        </dd>
      </dl>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <Button look="primary" busy={submit.busy} onClick={() => void confirm()}>
        {texts.submit}
      </Button>
    </EntrancePage>
  )
}

function Changed({ change: { email, new_email: next } }: Pick<QuestionProps, 'change'>) {
  const texts = e.emailChange
  const isOwn = email === next
  return (
    <EntrancePage title={isOwn ? texts.ownDoneTitle : texts.doneTitle}>
      <Notice look="success">{isOwn ? texts.ownDone : texts.done(next)}</Notice>
      {!isOwn && <p>{texts.stillSignedIn}</p>}
      <p>
        <a href="/">{e.toApp}</a>
      </p>
    </EntrancePage>
  )
}

/** The page behind the link of a password reset mail. */
function ResetPasswordPage({ token }: { token: string }) {
  const look = useQuery({
    queryKey: entranceKeys.reset(token),
    queryFn: ({ signal }) => callChat('GET /password_reset/{token}', { token }, { signal }),
  })
  if (look.error !== null) return <ResetRefusal error={look.error} onRetry={look.refetch} />
  if (!look.data) return <LoadingState />
  return <ResetForm token={token} reset={look.data} />
}

interface ResetFormProps {
  token: string
  reset: ChatOutput<'GET /password_reset/{token}'>
}

/** The first password of an account is a welcome: nothing ends with it. */
function ResetForm({ token, reset }: ResetFormProps) {
  const { email, realm_name: organization, is_first: isFirst } = reset
  const [password, setPassword] = useState('')
  const [keepBotKeys, setKeepBotKeys] = useState(false)
  const submit = useSubmit()
  const icon = useServerSettings()?.realm_icon
  async function save() {
    await callChat('POST /password_reset/{token}', { token, password, keep_bot_keys: keepBotKeys })
    await enterApp(email, password)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void submit.run(save)
  }
  return (
    <EntrancePage
      title={isFirst ? e.reset.welcome(organization) : e.reset.title}
      intro={isFirst ? e.reset.welcomeIntro(email) : e.reset.intro(email)}
      icon={icon}
    >
      <form onSubmit={send}>
        {/* For password managers, which store the password with it. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={isFirst ? e.join.password : e.reset.password}
          hint={e.join.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {!isFirst && (
          <>
            <CheckField
              label={e.reset.keepBotKeys}
              hint={e.reset.keepBotKeysHint}
              checked={keepBotKeys}
              onChange={(event) => setKeepBotKeys(event.target.checked)}
            />
            <Notice>{e.reset.explanation}</Notice>
          </>
        )}
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        <Button type="submit" look="primary" busy={submit.busy}>
          {e.reset.submit}
        </Button>
      </form>
    </EntrancePage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { type ChatOutput, callChat } from '../api/chat-api.ts'
import { e } from '../texts/entrance-texts.ts'
import { Button } from '../ui/button.tsx'
import { EntrancePage } from '../ui/entrance-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { LoadingState } from '../ui/view-states.tsx'
import styles from './email-change-page.module.css'
import { entranceKeys } from './entrance-keys.ts'
import { EmailChangeRefusal } from './link-refusal.tsx'
import { useServerSettings } from './use-server-settings.ts'

/** The page behind the link in the mail. Only its button confirms, as mail scanners open links. */
export function EmailChangePage({ token }: { token: string }) {
  const [done, setDone] = useState(false)
  const look = useQuery({
    queryKey: entranceKeys.emailChange(token),
    queryFn: ({ signal }) => callChat('GET /email_changes/{token}', { token }, { signal }),
  })
  if (look.error !== null) return <EmailChangeRefusal error={look.error} onRetry={look.refetch} />
  if (!look.data) return <LoadingState />
  if (done) return <Changed email={look.data.new_email} />
  return <Question token={token} change={look.data} onDone={() => setDone(true)} />
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
  return (
    <EntrancePage title={e.emailChange.title} intro={e.emailChange.intro(change.realm_name)} icon={icon}>
      <dl className={styles.addresses}>
        <dt>{e.emailChange.before}</dt>
        <dd>{change.email}</dd>
        <dt>{e.emailChange.after}</dt>
        <dd>
          <strong>{change.new_email}</strong>
        </dd>
      </dl>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <Button look="primary" busy={submit.busy} onClick={() => void confirm()}>
        {e.emailChange.submit}
      </Button>
    </EntrancePage>
  )
}

function Changed({ email }: { email: string }) {
  return (
    <EntrancePage title={e.emailChange.doneTitle}>
      <Notice look="success">{e.emailChange.done(email)}</Notice>
      <p>{e.emailChange.stillSignedIn}</p>
      <p>
        <a href="/">{e.toApp}</a>
      </p>
    </EntrancePage>
  )
}

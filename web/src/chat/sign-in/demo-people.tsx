import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { chatKeys } from '../state/chat-keys.ts'

/** On a development server, anyone can sign in as any demo user with one click. */
export function DemoPeople({ onSignedIn }: { onSignedIn: () => void }) {
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
      {[...direct_admins, ...direct_users].map(({ email }) => (
        <Button key={email} disabled={submit.busy} onClick={() => void enter(email)}>
          {email}
        </Button>
      ))}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
    </section>
  )
}

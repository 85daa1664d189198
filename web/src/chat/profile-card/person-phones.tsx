import { useQuery } from '@tanstack/react-query'
import { MessageSquareText, Phone } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import { useCallObstacle, usePlaceCall } from '../../shell/place-call.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { chatKeys } from '../state/chat-keys.ts'
import type { Person } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import styles from './profile-card.module.css'

/** The extension and numbers of a person, with what to do with them. Nothing for people without phones. */
export function PersonPhones({ person, onCall }: { person: Person; onCall?: () => void }) {
  const me = useChat((state) => state.me)
  const placeCall = usePlaceCall()
  const known = useCallObstacle()
  const { data } = useQuery({
    queryKey: chatKeys.personPhones(person.user_id),
    queryFn: ({ signal }) =>
      callChat('GET /workspace/people/{user_id}/phones', { user_id: person.user_id }, { signal }),
    enabled: !person.is_bot && person.is_active && !me.isGuest,
  })
  const [extension] = data?.extensions ?? []
  const [number] = data?.texting_numbers ?? []
  if (extension === undefined && number === undefined) return null
  const isMe = person.user_id === me.userId
  // Other phones know no extensions.
  const obstacle = known ?? (placeCall || number !== undefined ? undefined : 'noExtension')
  return (
    <section className={styles.phones} aria-label={t.people.phones}>
      <dl className={styles.facts}>
        {extension !== undefined && (
          <div>
            <dt>{t.people.extension}</dt>
            <dd>{data?.extensions.join(', ')}</dd>
          </div>
        )}
        {number !== undefined && (
          <div>
            <dt>{t.people.number}</dt>
            <dd>{data?.texting_numbers.map(showNumber).join(', ')}</dd>
          </div>
        )}
      </dl>
      {!isMe && (
        <p className={styles.phoneButtons}>
          {obstacle ? (
            <Button icon={<Phone />} disabled aria-describedby="no-calls">
              {t.people.call}
            </Button>
          ) : placeCall ? (
            <Button
              icon={<Phone />}
              onClick={() => {
                onCall?.()
                placeCall(String(extension ?? number))
              }}
            >
              {t.people.call}
            </Button>
          ) : (
            <ButtonLink icon={<Phone />} href={`tel:${number}`}>
              {t.people.call}
            </ButtonLink>
          )}
          {number !== undefined && (
            <ButtonLink
              icon={<MessageSquareText />}
              href={`/portal/texting?${new URLSearchParams({ to: number })}`}
            >
              {t.people.text}
            </ButtonLink>
          )}
        </p>
      )}
      {!isMe && obstacle && (
        <p id="no-calls" className={styles.soft}>
          {t.status[obstacle]}
        </p>
      )}
    </section>
  )
}

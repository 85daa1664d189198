import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { meetsPolicy } from '../people/meets-policy.ts'
import { PeopleList } from '../people/people-list.tsx'
import { useListedPeople } from '../people/use-listed-people.ts'
import { useChat } from '../state/workspace.ts'
import { TopicList } from '../topics/topic-list.tsx'
import styles from './right-column.module.css'

const AddPeopleDialog = lazy(async () => ({
  default: (await import('../streams/add-people-dialog.tsx')).AddPeopleDialog,
}))

const FILTER_FROM = 15
const TOPICS_SHOWN = 12
const nobody: ReadonlySet<number> = new Set()

/** The topics and the members of a stream. */
export function StreamPanel({ streamId, topic }: { streamId: number; topic: string | undefined }) {
  const stream = useChat((state) => state.streams.get(streamId))
  const isSubscribed = useChat((state) => state.subscriptions.has(streamId))
  const mayAdd = useChat((state) => meetsPolicy(state, state.realm.invite_to_stream_policy))
  const subscribers = useChat((state) => state.subscribers.get(streamId))
  const members = useListedPeople(subscribers ?? nobody)
  const [adding, setAdding] = useState(false)
  if (!stream) return null
  // Only subscribers can add others to a private stream.
  const offersAdding = mayAdd && (isSubscribed || !stream.invite_only)
  return (
    <>
      <section className={styles.section} aria-labelledby="column-topics">
        <div className={styles.head}>
          <h2 id="column-topics">{t.people.topics}</h2>
        </div>
        <TopicList streamId={streamId} current={topic} most={TOPICS_SHOWN} />
      </section>
      <section className={styles.section} aria-labelledby="column-members">
        <div className={styles.head}>
          <h2 id="column-members">{t.people.memberCount(members.length)}</h2>
          {offersAdding && (
            <IconButton label={t.people.addPeople} onClick={() => setAdding(true)}>
              <UserPlus />
            </IconButton>
          )}
        </div>
        <PeopleList
          people={members}
          label={t.people.members}
          filterLabel={members.length >= FILTER_FROM ? t.people.filterMembers : undefined}
          empty={t.people.noMembers}
        />
      </section>
      {adding && (
        <Suspense>
          <AddPeopleDialog
            stream={stream}
            members={[...(subscribers ?? nobody)]}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}

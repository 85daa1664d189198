import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { StatusLamp } from '../../shell/status-words.tsx'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { meetsPolicy } from '../people/meets-policy.ts'
import { PeopleList } from '../people/people-list.tsx'
import { PersonStatus } from '../people/person-status.tsx'
import { presenceNow } from '../people/presence-now.ts'
import { useListedPeople } from '../people/use-listed-people.ts'
import { PersonPhones } from '../profile-card/person-phones.tsx'
import { ProfileFacts } from '../profile-card/profile-facts.tsx'
import type { Person } from '../state/chat-state.ts'
import type { Narrow } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'
import { TopicList } from '../topics/topic-list.tsx'
import styles from './right-column.module.css'

const FILTER_FROM = 15

/** The users and details that belong to the open narrow. */
export function RightColumn({ narrow }: { narrow: Narrow }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    // biome-ignore lint/a11y/useSemanticElements: the column is an aside already, and this the part that scrolls
    <div className={styles.column} role="group" aria-label={t.people.label} tabIndex={0}>
      {narrow.kind === 'stream' || narrow.kind === 'topic' ? (
        <StreamPanel
          key={narrow.streamId}
          streamId={narrow.streamId}
          topic={narrow.kind === 'topic' ? narrow.topic : undefined}
        />
      ) : narrow.kind === 'direct' ? (
        <DirectPanel userIds={narrow.userIds} />
      ) : (
        <OnlinePanel />
      )}
    </div>
  )
}

/** The people of a private conversation. */
function DirectPanel({ userIds }: { userIds: readonly number[] }) {
  const people = useChat((state) => state.people)
  return (
    <section aria-labelledby="column-people">
      <div className={styles.head}>
        <h2 id="column-people">{userIds.length === 1 ? t.people.about : t.people.conversation}</h2>
      </div>
      {userIds.map((id) => {
        const person = people.get(id)
        if (person) return <ProfileDetails key={id} person={person} compact={userIds.length > 1} />
        return (
          <p key={id} className={styles.note}>
            {t.people.unknown}
          </p>
        )
      })}
    </section>
  )
}

/** The users who are active now. */
function OnlinePanel() {
  const me = useChat((state) => state.me.userId)
  const everybody = useListedPeople('everybody')
  const online = useMemo(
    () =>
      everybody.filter(
        ({ person, presence }) => !person.is_bot && presence !== 'offline' && person.user_id !== me,
      ),
    [everybody, me],
  )
  return (
    <section aria-labelledby="column-online">
      <div className={styles.head}>
        <h2 id="column-online">{t.people.online}</h2>
      </div>
      <PeopleList
        people={online}
        label={t.people.online}
        filterLabel={online.length >= FILTER_FROM ? t.people.filter : undefined}
        empty={t.people.nobodyOnline}
      />
    </section>
  )
}

/** The profile of a user. */
function ProfileDetails({ person, compact }: { person: Person; compact: boolean }) {
  const presence = useChat((state) => presenceNow(state, person.user_id))
  return (
    <article className={styles.profile}>
      <header className={styles.profileDetailsHead}>
        <Avatar url={person.avatar_url} name={person.full_name} size={compact ? 'medium' : 'large'} />
        <div className={styles.who}>
          <h3>{person.full_name}</h3>
          {person.is_bot ? (
            <Badge>{t.people.bot}</Badge>
          ) : !person.is_active ? (
            <Badge>{t.people.left}</Badge>
          ) : (
            <StatusLamp lamp={presence} />
          )}
          <PersonStatus userId={person.user_id} withText />
        </div>
      </header>
      <ProfileFacts person={person} />
      <PersonPhones person={person} />
    </article>
  )
}

const AddPeopleDialog = lazy(async () => ({
  default: (await import('../streams/add-people-dialog.tsx')).AddPeopleDialog,
}))

const TOPICS_SHOWN = 12
const nobody: ReadonlySet<number> = new Set()

/** The members of a stream, and its topics if the sidebar does not list them. */
function StreamPanel({ streamId, topic }: { streamId: number; topic: string | undefined }) {
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
      {!isSubscribed && (
        <section className={styles.section} aria-labelledby="column-topics">
          <div className={styles.head}>
            <h2 id="column-topics">{t.people.topics}</h2>
          </div>
          <div ref={listKeys}>
            <TopicList streamId={streamId} current={topic} most={TOPICS_SHOWN} />
          </div>
        </section>
      )}
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

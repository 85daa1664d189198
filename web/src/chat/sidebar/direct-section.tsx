import { SquarePen, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { listKeys } from '../../ui/list-keys.ts'
import { requestCompose } from '../compose/compose-request.ts'
import { useNarrowHash } from '../narrows/route.ts'
import { PersonStatus } from '../people/person-status.tsx'
import { presenceNow } from '../people/presence-now.ts'
import { conversationKey, userIdsOfKey } from '../state/conversation.ts'
import { namesOf } from '../state/names-of.ts'
import type { Narrow } from '../state/narrow.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { RowCounts } from '../topics/row-counts.tsx'
import rowsStyles from '../topics/rows.module.css'
import styles from './section.module.css'
import { SidebarSection } from './sidebar-section.tsx'

const SHOWN = 8

export function DirectSection({ narrow }: { narrow: Narrow | undefined }) {
  const unread = useChat((state) => unreadCounts(state).direct)
  const write = (
    <IconButton label={t.sidebar.newDirect} onClick={() => requestCompose({ direct: true })}>
      <SquarePen />
    </IconButton>
  )
  return (
    <SidebarSection
      name="directs"
      title={t.sidebar.directs}
      actions={write}
      summary={<RowCounts unread={unread} />}
    >
      <DirectList narrow={narrow} />
    </SidebarSection>
  )
}

/** Private conversations: the newest first, and whatever is unread. */
function DirectList({ narrow }: { narrow: Narrow | undefined }) {
  const directs = useChat((state) => state.directs)
  const conversations = useChat((state) => unreadCounts(state).conversations)
  const [all, setAll] = useState(false)
  const current = narrow?.kind === 'direct' ? conversationKey(narrow) : undefined
  const keys = useMemo(() => {
    const known = [...directs].sort(([, one], [, other]) => other - one).map(([key]) => key)
    return current === undefined || directs.has(current) ? known : [current, ...known]
  }, [directs, current])
  const shown = keys.filter((key, index) => all || index < SHOWN || conversations.has(key) || key === current)
  return (
    <>
      {keys.length === 0 && <p className={styles.empty}>{t.sidebar.noDirects}</p>}
      <ul ref={listKeys} aria-label={t.sidebar.directs}>
        {shown.map((key) => (
          <DirectRow
            key={key}
            userIds={userIdsOfKey(key)}
            current={key === current}
            unread={conversations.get(key) ?? 0}
          />
        ))}
      </ul>
      {(shown.length < keys.length || (all && keys.length > SHOWN)) && (
        <Button size="small" look="quiet" onClick={() => setAll(!all)}>
          {all ? t.sidebar.fewerDirects : t.sidebar.moreDirects(keys.length - shown.length)}
        </Button>
      )}
    </>
  )
}

interface DirectRowProps {
  /** The other participants. */
  userIds: readonly number[]
  current: boolean
  unread: number
}

function DirectRow({ userIds, current, unread }: DirectRowProps) {
  const hashOf = useNarrowHash()
  const names = useChat((state) => namesOf(state, userIds))
  const isMuted = useChat((state) => userIds.every((id) => state.mutedUsers.has(id)))
  const key = conversationKey({ kind: 'direct', userIds })
  const mentions = useChat((state) => unreadCounts(state).mentioned.get(key) ?? 0)
  const only = userIds.length === 1 ? userIds[0]! : undefined
  return (
    <li className={rowsStyles.row}>
      <a
        className={classNames(
          rowsStyles.link,
          isMuted ? rowsStyles.dimmed : unread > 0 && rowsStyles.waiting,
        )}
        href={hashOf({ kind: 'direct', userIds })}
        aria-current={current ? 'page' : undefined}
        title={names}
      >
        {only === undefined ? <Users aria-hidden="true" /> : <OneAvatar userId={only} name={names} />}
        <span className={rowsStyles.name}>{names}</span>
        {only !== undefined && <PresenceWord userId={only} />}
        {only !== undefined && <PersonStatus userId={only} />}
        <RowCounts unread={unread} muted={isMuted} mentions={mentions} />
      </a>
    </li>
  )
}

function OneAvatar({ userId, name }: { userId: number; name: string }) {
  const person = useChat((state) => state.people.get(userId))
  const presence = useChat((state) => presenceNow(state, userId))
  return (
    <Avatar
      url={person?.avatar_url}
      name={name}
      size="small"
      presence={person?.is_bot ? undefined : presence}
    />
  )
}

/** The accessible name of the presence dot. */
function PresenceWord({ userId }: { userId: number }) {
  const isBot = useChat((state) => state.people.get(userId)?.is_bot === true)
  const presence = useChat((state) => presenceNow(state, userId))
  return <span className="visually-hidden">{isBot ? t.people.bot : t.status.names[presence]}</span>
}

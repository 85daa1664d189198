import { CheckCheck, Users } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { narrowTitle } from '../narrows/narrow.ts'
import { markNarrowRead } from '../pane-header/conversation-actions.ts'
import { useNarrowHash } from '../shell/route.ts'
import { RowCounts } from '../sidebar/row-counts.tsx'
import { StreamMark } from '../sidebar/stream-mark.tsx'
import type { Conversation } from '../state/conversation.ts'
import { useChat } from '../state/workspace.ts'
import styles from './inbox.module.css'
import { LastMessage } from './last-message.tsx'
import type { RecentConversation } from './recent-query.ts'

interface ConversationRowProps {
  conversation: Conversation
  unread?: number
  mentions?: number
  last: RecentConversation | undefined
  /** Below a heading that names the stream. */
  isInGroup?: boolean
}

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, unread = 0, mentions = 0, last, isInGroup = false } = props
  const hashOf = useNarrowHash()
  const title = useChat((state) => narrowTitle(conversation, state))
  const isTopicOnly = isInGroup && conversation.kind === 'topic'
  return (
    <li className={styles.row}>
      <a
        className={classNames(styles.link, unread > 0 && styles.waiting, isTopicOnly && styles.indented)}
        href={hashOf(conversation)}
      >
        {!isTopicOnly && <Picture conversation={conversation} />}
        <span className={styles.name}>
          {isTopicOnly ? conversation.topic || t.sidebar.noTopicName : title.replace(/^#/, '')}
        </span>
        <RowCounts unread={unread} mentions={mentions} />
        {last && <LastMessage last={last} />}
      </a>
      <span className={styles.action}>
        {unread > 0 && (
          <IconButton label={t.inbox.markRead(title)} onClick={() => void markNarrowRead(conversation)}>
            <CheckCheck />
          </IconButton>
        )}
      </span>
    </li>
  )
}

function Picture({ conversation }: { conversation: Conversation }) {
  const streamId = conversation.kind === 'topic' ? conversation.streamId : -1
  const only =
    conversation.kind === 'direct' && conversation.userIds.length === 1 ? conversation.userIds[0]! : -1
  const stream = useChat((state) => state.streams.get(streamId))
  const color = useChat((state) => state.subscriptions.get(streamId)?.color)
  const person = useChat((state) => state.people.get(only))
  if (stream) return <StreamMark stream={stream} color={color} />
  if (person) return <Avatar url={person.avatar_url} name={person.full_name} size="small" />
  return <Users aria-hidden="true" />
}

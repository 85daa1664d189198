import type { Message } from '@switchboard/client/chat'
import { ChevronRight, Hash, Lock, Users } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { dayName } from '../../ui/times.ts'
import { useNarrowHash } from '../narrows/route.ts'
import { peopleNames } from '../pane-header/narrow-names.ts'
import { PolicyMark } from '../pane-header/policy-mark.tsx'
import { renderedHtml } from '../rendered-html.ts'
import { type Conversation, conversationOf } from '../state/conversation.ts'
import { isGathered } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'
import { useListNarrow } from './list-context.ts'
import styles from './row-dividers.module.css'

export function DateDivider({ timestamp }: { timestamp: number }) {
  return (
    <div className={styles.date}>
      <span>{dayName(timestamp * 1000)}</span>
    </div>
  )
}

export function UnreadDivider() {
  return (
    <div className={styles.unread}>
      <span>{t.messages.unreadFromHere}</span>
    </div>
  )
}

export function BeginningNote() {
  return isGathered(useListNarrow()) ? null : <p className={styles.beginning}>{t.messages.beginning}</p>
}

/** Where the messages below were written, with links to it. */
export function RecipientHeader({ message }: { message: Message }) {
  const me = useChat((state) => state.me.userId)
  return <ConversationHeader conversation={conversationOf(message, me)} message={message} />
}

interface ConversationHeaderProps {
  conversation: Conversation
  /** The first one below. */
  message?: Message
}

export function ConversationHeader({ conversation, message }: ConversationHeaderProps) {
  return (
    <div className={styles.recipient}>
      {conversation.kind === 'topic' ? (
        <TopicLinks conversation={conversation} message={message} />
      ) : (
        <PeopleLink conversation={conversation} />
      )}
    </div>
  )
}

function TopicLinks({
  conversation,
  message,
}: {
  conversation: Conversation & { kind: 'topic' }
  message: Message | undefined
}) {
  const { streamId, topic } = conversation
  const stream = useChat((state) => state.streams.get(streamId))
  const color = useChat((state) => state.subscriptions.get(streamId)?.color)
  const isSearch = useListNarrow().kind === 'search'
  const hashOf = useNarrowHash()
  const marked = isSearch ? message?.match_subject : undefined
  const Icon = stream?.invite_only ? Lock : Hash
  return (
    <>
      <a className={styles.stream} href={hashOf({ kind: 'stream', streamId })}>
        <Icon {...(color && { style: { color } })} />
        {stream?.name ?? String(message?.display_recipient ?? streamId)}
      </a>
      <ChevronRight className={styles.between} />
      <a className={styles.topic} href={hashOf(conversation)}>
        {marked === undefined ? (
          topic
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server marks what matched
          <span dangerouslySetInnerHTML={renderedHtml(marked)} />
        )}
      </a>
      <PolicyMark streamId={streamId} topic={topic} className={styles.between} />
    </>
  )
}

function PeopleLink({ conversation }: { conversation: Conversation & { kind: 'direct' } }) {
  const names = useChat((state) => peopleNames(state, conversation.userIds))
  const hashOf = useNarrowHash()
  return (
    <a className={styles.stream} href={hashOf(conversation)}>
      <Users />
      {t.messages.you(names)}
    </a>
  )
}

import { CheckCheck, CircleCheckBig, Inbox, Users } from 'lucide-react'
import { type RefObject, useMemo, useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { use24Hours } from '../../ui/hours.ts'
import { listKeys } from '../../ui/list-keys.ts'
import { fullTime, shortTime } from '../../ui/times.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import { textOfMessage } from '../notifications/text-of-message.ts'
import { markNarrowRead } from '../pane-header/conversation-actions.ts'
import paneStyles from '../pane-header/pane-header.module.css'
import { useCommand } from '../shortcuts/commands.ts'
import type { ChatState } from '../state/chat-state.ts'
import { type Conversation, userIdsOfKey } from '../state/conversation.ts'
import { narrowTitle } from '../state/narrow.ts'
import { isTopicMuted, type UnreadCounts, unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { sortStreams } from '../streams/sort-streams.ts'
import { StreamMark } from '../streams/stream-name.tsx'
import { RowCounts } from '../topics/row-counts.tsx'
import { Setup } from '../welcome/welcome.tsx'
import styles from './inbox.module.css'
import type { RecentConversation } from './recent-query.ts'
import { useRecentConversations } from './use-recent-conversations.ts'

/** Where the chat starts: the conversations with unread messages, and the recent ones. */
export function InboxPage() {
  const total = useChat((state) => unreadCounts(state).total)
  const { recent, error, reload, more, isLoadingMore } = useRecentConversations()
  const page = useRef<HTMLDivElement>(null)
  useRowKeys(page)
  return (
    <>
      <header className={paneStyles.header}>
        <h1 className={paneStyles.title}>
          <Inbox aria-hidden="true" />
          <span>{t.inbox.title}</span>
        </h1>
        <div className={paneStyles.actions}>
          <Setup />
          {total > 0 && (
            <IconButton label={t.inbox.markAllRead} onClick={() => void markNarrowRead({ kind: 'all' })}>
              <CheckCheck />
            </IconButton>
          )}
        </div>
      </header>
      <div ref={page} className={styles.page}>
        <div ref={listKeys}>
          <UnreadSection recent={recent ?? []} />
          {recent ? <RecentSection recent={recent} /> : error === null && <LoadingState />}
        </div>
        {error !== null && <ErrorState error={error} onRetry={reload} />}
        {more && (
          <Button look="quiet" busy={isLoadingMore} onClick={more}>
            {t.inbox.more}
          </Button>
        )}
      </div>
    </>
  )
}

/** The keys that go through messages elsewhere go through the rows here. */
function useRowKeys(page: RefObject<HTMLElement | null>): void {
  const focusRow = (next: (at: number, count: number) => number) => {
    const rows = [...(page.current?.querySelectorAll<HTMLElement>('li > a') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    rows[next(at, rows.length)]?.focus()
  }
  useCommand('nextMessage', () => focusRow((at, count) => Math.min(at + 1, count - 1)))
  useCommand('previousMessage', () => focusRow((at) => Math.max(at - 1, 0)))
  useCommand('firstMessage', () => focusRow(() => 0))
  useCommand('lastMessage', () => focusRow((_, count) => count - 1))
}

/** Conversations without unread messages, the newest first. Muted ones are left out. */
function RecentSection({ recent }: { recent: readonly RecentConversation[] }) {
  const state = useChat((chat) => chat)
  const shown = recent.filter((one) => !state.unread.conversations.has(one.key) && !isMuted(state, one))
  return (
    <section aria-labelledby="inbox-recent" className={styles.section}>
      <h2 id="inbox-recent">{t.inbox.recent}</h2>
      {shown.length === 0 && <p className={styles.done}>{t.inbox.nothingRecent}</p>}
      <ul aria-label={t.inbox.recent}>
        {shown.map((one) => (
          <ConversationRow key={one.key} conversation={one.conversation} last={one} />
        ))}
      </ul>
    </section>
  )
}

function isMuted(state: ChatState, { conversation }: RecentConversation): boolean {
  if (conversation.kind === 'topic') return isTopicMuted(state, conversation.streamId, conversation.topic)
  return conversation.userIds.every((id) => state.mutedUsers.has(id))
}

/** `recent`: for the last sender and time of conversations, as far as they are known. */
function UnreadSection({ recent }: { recent: readonly RecentConversation[] }) {
  const unread = useChat((state) => state.unread)
  const known = useChat((state) => state.streams)
  const subscriptions = useChat((state) => state.subscriptions)
  const counts = useChat(unreadCounts)
  const { directs, streams } = useMemo(
    () => unreadGroups({ unread, streams: known, subscriptions }, counts),
    [unread, known, subscriptions, counts],
  )
  const byKey = useMemo(() => new Map(recent.map((one) => [one.key, one])), [recent])
  const rows = (entries: readonly UnreadEntry[]) =>
    entries.map((entry) => (
      <ConversationRow
        key={entry.key}
        conversation={entry.conversation}
        unread={entry.unread}
        mentions={entry.mentions}
        last={byKey.get(entry.key)}
        isInGroup
      />
    ))
  return (
    <section aria-labelledby="inbox-unread" className={styles.section}>
      <h2 id="inbox-unread">{t.inbox.unread}</h2>
      {directs.length + streams.length === 0 && (
        <p className={styles.done}>
          <CircleCheckBig aria-hidden="true" />
          {t.inbox.nothingUnread}
        </p>
      )}
      {directs.length > 0 && (
        <>
          <h3 className={styles.group}>{t.sidebar.directs}</h3>
          <ul aria-label={t.sidebar.directs}>{rows(directs)}</ul>
        </>
      )}
      {streams.map(({ streamId, topics }) => (
        <div key={streamId}>
          <StreamHeading streamId={streamId} />
          <ul aria-label={t.sidebar.topics(known.get(streamId)?.name ?? '')}>{rows(topics)}</ul>
        </div>
      ))}
    </section>
  )
}

function StreamHeading({ streamId }: { streamId: number }) {
  const hashOf = useNarrowHash()
  const stream = useChat((state) => state.streams.get(streamId))
  const color = useChat((state) => state.subscriptions.get(streamId)?.color)
  if (!stream) return null
  return (
    <h3 className={styles.group}>
      <a href={hashOf({ kind: 'stream', streamId })}>
        <StreamMark stream={stream} color={color} />
        {stream.name}
      </a>
    </h3>
  )
}

interface UnreadEntry {
  key: string
  conversation: Conversation
  unread: number
  mentions: number
  /** its newest unread message */
  newest: number
}

interface UnreadGroups {
  directs: readonly UnreadEntry[]
  streams: readonly { streamId: number; topics: readonly UnreadEntry[] }[]
}

/** What is unread and not muted: private conversations, then streams by name with pinned ones first. */
function unreadGroups(
  state: Pick<ChatState, 'unread' | 'streams' | 'subscriptions'>,
  { muted, mentioned }: UnreadCounts,
): UnreadGroups {
  const directs: UnreadEntry[] = []
  const topics = new Map<number, UnreadEntry[]>()
  for (const [key, { ids, topic = '' }] of state.unread.conversations) {
    if (muted.has(key)) continue
    const counts = { unread: ids.size, mentions: mentioned.get(key) ?? 0, newest: Math.max(...ids) }
    if (key.startsWith('d')) {
      directs.push({ key, conversation: { kind: 'direct', userIds: userIdsOfKey(key) }, ...counts })
      continue
    }
    const streamId = Number(key.slice(1, key.indexOf(':')))
    const entry: UnreadEntry = { key, conversation: { kind: 'topic', streamId, topic }, ...counts }
    topics.set(streamId, [...(topics.get(streamId) ?? []), entry])
  }
  const streams = sortStreams(
    [...topics].map(([streamId, entries]) => ({
      streamId,
      name: state.streams.get(streamId)?.name ?? '',
      topics: entries.sort(newestFirst),
    })),
  )
  const isPinned = (streamId: number) => state.subscriptions.get(streamId)?.pin_to_top === true
  return {
    directs: directs.sort(newestFirst),
    streams: streams.sort((one, other) => Number(isPinned(other.streamId)) - Number(isPinned(one.streamId))),
  }
}

/** Mentions before everything else. */
const newestFirst = (one: UnreadEntry, other: UnreadEntry) =>
  Number(other.mentions > 0) - Number(one.mentions > 0) || other.newest - one.newest

interface ConversationRowProps {
  conversation: Conversation
  unread?: number
  mentions?: number
  last: RecentConversation | undefined
  /** Below a heading that names the stream. */
  isInGroup?: boolean
}

function ConversationRow(props: ConversationRowProps) {
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
        <span className={styles.text}>
          <span className={styles.name}>
            {isTopicOnly ? conversation.topic || t.sidebar.noTopicName : title.replace(/^#/, '')}
          </span>
          {last && <Preview last={last} />}
        </span>
        <RowCounts unread={unread} mentions={mentions} />
        {last && <LastTime at={last.at} />}
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

const PREVIEW_LENGTH = 160

/** Who wrote last, and what. Messages of muted people stay hidden. */
function Preview({ last: { message } }: { last: RecentConversation }) {
  const senderId = message.sender_id
  const isMe = useChat((state) => state.me.userId === senderId)
  const isMuted = useChat((state) => state.mutedUsers.has(senderId))
  const name = useChat((state) => state.people.get(senderId)?.full_name ?? t.people.unknown)
  const text = useMemo(() => textOfMessage(message, PREVIEW_LENGTH), [message])
  return (
    <span className={styles.preview}>
      <span className={styles.sender}>{isMe ? t.inbox.you : name}:</span>{' '}
      {isMuted ? t.messages.ofMutedPerson : text || t.inbox.noText}
    </span>
  )
}

function LastTime({ at }: { at: number }) {
  const is24Hours = use24Hours()
  return (
    <time
      className={styles.time}
      dateTime={new Date(at * 1000).toISOString()}
      title={fullTime(at * 1000, is24Hours)}
    >
      {shortTime(at * 1000, is24Hours)}
    </time>
  )
}

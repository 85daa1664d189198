import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing, CheckCheck, EllipsisVertical, Link2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { invalidate } from '../../ui/query-client.ts'
import { showToast, toastError } from '../../ui/toast.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { type ChatState, FOLLOWED, MUTED, UNMUTED } from '../state/chat-state.ts'
import { topicKey } from '../state/conversation.ts'
import { type Topic, topicsQuery } from '../state/topics-query.ts'
import { isTopicMuted, unreadCounts } from '../state/unread.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { copyLink } from './copy-link.ts'
import { RowCounts } from './row-counts.tsx'
import styles from './rows.module.css'
import { useTopicChanges } from './use-topic-changes.tsx'

const ASK_AFTER_MS = 200

interface TopicListProps {
  streamId: number
  /** The topic that is open. */
  current: string | undefined
  /** How many are shown at first. */
  most: number
}

/** The newest topics of a stream, and those with something unread. */
export function TopicList({ streamId, current, most }: TopicListProps) {
  const { topics, error, reload } = useTopics(streamId)
  const [all, setAll] = useState(false)
  const name = useChat((state) => state.streams.get(streamId)?.name ?? '')
  const conversations = useChat((state) => unreadCounts(state).conversations)
  if (!topics && error !== null) {
    return (
      <p className={styles.hint} role="alert">
        {t.sidebar.topicsFailed}{' '}
        <Button size="small" look="quiet" onClick={reload}>
          {t.ui.tryAgain}
        </Button>
      </p>
    )
  }
  if (!topics) return <p className={styles.hint}>{t.sidebar.topicsLoading}</p>
  if (topics.length === 0 && current === undefined) return <p className={styles.hint}>{t.sidebar.noTopics}</p>
  const listed = withCurrent(topics, current)
  const isShown = (topic: Topic, index: number) =>
    all ||
    index < most ||
    conversations.has(topicKey(streamId, topic.name)) ||
    isSameTopic(topic.name, current)
  const shown = listed.filter(isShown)
  return (
    <>
      <ul aria-label={t.sidebar.topics(name)}>
        {shown.map((topic) => (
          <TopicRow
            key={topic.name.toLowerCase()}
            streamId={streamId}
            topic={topic.name}
            current={isSameTopic(topic.name, current)}
          />
        ))}
      </ul>
      {(shown.length < listed.length || (all && listed.length > most)) && (
        <Button size="small" look="quiet" className={styles.more} onClick={() => setAll(!all)}>
          {all ? t.sidebar.fewerTopics : t.sidebar.moreTopics(listed.length - shown.length)}
        </Button>
      )}
    </>
  )
}

const isSameTopic = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase()

/** The open topic is listed even if it has no messages yet. */
function withCurrent(topics: readonly Topic[], current: string | undefined): readonly Topic[] {
  if (current === undefined || topics.some(({ name }) => isSameTopic(name, current))) return topics
  return [{ name: current, maxId: 0 }, ...topics]
}

interface TopicRowProps {
  streamId: number
  topic: string
  current: boolean
}

function TopicRow({ streamId, topic, current }: TopicRowProps) {
  const hashOf = useNarrowHash()
  const isMuted = useChat((state) => isTopicMuted(state, streamId, topic))
  const isFollowed = useChat((state) => isTopicFollowed(state, streamId, topic))
  const key = topicKey(streamId, topic)
  const unread = useChat((state) => unreadCounts(state).conversations.get(key) ?? 0)
  const mentions = useChat((state) => unreadCounts(state).mentioned.get(key) ?? 0)
  return (
    <li className={styles.row}>
      <a
        className={classNames(
          styles.link,
          styles.topic,
          isMuted ? styles.dimmed : unread > 0 && styles.waiting,
        )}
        href={hashOf({ kind: 'topic', streamId, topic })}
        aria-current={current ? 'page' : undefined}
      >
        <span className={styles.name}>{topic || t.sidebar.noTopicName}</span>
        {isMuted && <BellOff className={styles.mark} aria-hidden="true" />}
        {isFollowed && (
          <>
            <BellRing className={styles.mark} aria-hidden="true" />
            <span className="visually-hidden">{t.sidebar.followed}</span>
          </>
        )}
        <RowCounts unread={unread} muted={isMuted} mentions={mentions} />
      </a>
      <TopicMenu streamId={streamId} topic={topic} className={styles.menu} />
    </li>
  )
}

interface Topics {
  /** The newest first; undefined until they are loaded. */
  topics: readonly Topic[] | undefined
  error: unknown
  reload: () => void
}

/** The topics of a stream: as fetched, with the messages that arrived since. */
function useTopics(streamId: number): Topics {
  const { listen } = useWorkspace()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(topicsQuery(streamId))
  const [come, setCome] = useState<readonly (Topic & { streamId: number })[]>([])
  useEffect(() => {
    let timer: number | undefined
    const ask = () => {
      timer = undefined
      setCome([])
      void invalidate(queries, chatKeys.topics(streamId))
    }
    const stop = listen((event) => {
      if (event.type === 'message' && event.message.stream_id === streamId) {
        setCome((list) => [...list, { streamId, name: event.message.subject, maxId: event.message.id }])
      }
      const isMove = event.type === 'update_message' && event.subject !== undefined
      if (!isMove && event.type !== 'delete_message') return
      if (event.stream_id !== streamId && !(isMove && event.new_stream_id === streamId)) return
      // Only the server knows which topics are left. Many events lead to one request.
      timer ??= window.setTimeout(ask, ASK_AFTER_MS)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [listen, streamId, queries])
  const topics = useMemo(() => {
    if (!data) return undefined
    return mergeTopics([...data, ...come.filter((topic) => topic.streamId === streamId)])
  }, [data, come, streamId])
  return { topics, error, reload: () => void refetch() }
}

/** Topics that differ only in case are one, named as it was named last. */
function mergeTopics(all: readonly Topic[]): Topic[] {
  const byKey = new Map<string, Topic>()
  for (const topic of all) {
    const key = topic.name.toLowerCase()
    if ((byKey.get(key)?.maxId ?? 0) <= topic.maxId) byKey.set(key, topic)
  }
  return [...byKey.values()].sort((one, other) => other.maxId - one.maxId)
}

interface TopicMenuProps {
  streamId: number
  topic: string
  className?: string | undefined
}

function TopicMenu({ streamId, topic, className }: TopicMenuProps) {
  const { state } = useWorkspace()
  const hashOf = useNarrowHash()
  const isMuted = useChat((chat) => isTopicMuted(chat, streamId, topic))
  const isFollowed = useChat((chat) => isTopicFollowed(chat, streamId, topic))
  const isSubscribed = useChat((chat) => chat.subscriptions.has(streamId))
  const policies: MenuItem[] = [
    {
      label: isMuted ? t.sidebar.unmuteTopic : t.sidebar.muteTopic,
      icon: <BellOff />,
      onChoose: () => toastError(toggleTopicMuted(state.get(), streamId, topic)),
    },
    {
      label: isFollowed ? t.sidebar.unfollowTopic : t.sidebar.followTopic,
      icon: <BellRing />,
      onChoose: () =>
        toastError(
          setTopicPolicy(streamId, topic, isFollowed ? policyToUnmute(state.get(), streamId) : FOLLOWED),
        ),
    },
  ]
  const others: MenuItem[] = [
    {
      label: t.sidebar.markRead,
      icon: <CheckCheck />,
      onChoose: () => toastError(markTopicRead(streamId, topic)),
    },
    {
      label: t.sidebar.copyLink,
      icon: <Link2 />,
      onChoose: () => void copyLink(hashOf({ kind: 'topic', streamId, topic })),
    },
  ]
  const { items, dangerous, dialog, onOpenChange } = useTopicChanges(streamId, topic)
  return (
    <>
      <Menu
        label={t.sidebar.topicMenu(topic || t.sidebar.noTopicName)}
        icon={<EllipsisVertical />}
        className={className}
        onOpenChange={onOpenChange}
        groups={[...(isSubscribed ? [policies, others] : [others.slice(1)]), items, dangerous]}
      />
      {dialog}
    </>
  )
}

type Policy = 0 | 1 | 2 | 3

function setTopicPolicy(streamId: number, topic: string, policy: Policy): Promise<unknown> {
  return callChat('POST /user_topics', { stream_id: streamId, topic, visibility_policy: policy })
}

/** What unmuting means depends on the stream: in a muted one the topic becomes an exception. */
function policyToUnmute(state: ChatState, streamId: number): Policy {
  return state.subscriptions.get(streamId)?.is_muted ? UNMUTED : 0
}

async function toggleTopicMuted(state: ChatState, streamId: number, topic: string): Promise<void> {
  const muted = isTopicMuted(state, streamId, topic)
  await setTopicPolicy(streamId, topic, muted ? policyToUnmute(state, streamId) : MUTED)
  showToast(muted ? t.sidebar.topicUnmuted(topic) : t.sidebar.topicMuted(topic))
}

function isTopicFollowed(state: ChatState, streamId: number, topic: string): boolean {
  return state.topicPolicies.get(topicKey(streamId, topic)) === FOLLOWED
}

function markTopicRead(streamId: number, topic: string): Promise<unknown> {
  return callChat('POST /mark_topic_as_read', { stream_id: streamId, topic_name: topic })
}

import { useQueries } from '@tanstack/react-query'
import {
  AtSign,
  Compass,
  Hash,
  Inbox,
  Lock,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  Rows3,
  Settings,
  Star,
  Users,
} from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import type { Place } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'
import { useNarrowHash } from '../narrows/route.ts'
import type { ChatState } from '../state/chat-state.ts'
import { topicKey, userIdsOfKey } from '../state/conversation.ts'
import { namesOf } from '../state/names-of.ts'
import type { Narrow } from '../state/narrow.ts'
import { type Topic, topicsQuery } from '../state/topics-query.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { recentStreams } from './recent-streams.ts'

/** Finds streams, topics, people and views. Shows nothing. */
export function ChatPlaces({ onPlaces }: { onPlaces: (places: readonly Place[]) => void }) {
  const places = usePlaces()
  useEffect(() => onPlaces(places), [places, onPlaces])
  return null
}

/** Every place of the chat. */
function usePlaces(): readonly Place[] {
  const state = useChat((chat) => chat)
  const hashOf = useNarrowHash()
  const topics = useRecentTopics()
  return useMemo(() => findPlaces(state, topics, hashOf), [state, topics, hashOf])
}

/** The topics of the streams that were read recently. */
function useRecentTopics(): readonly KnownTopic[] {
  const me = useChat((state) => state.me.userId)
  const subscriptions = useChat((state) => state.subscriptions)
  const streamIds = useMemo(
    () => recentStreams(me).filter((id) => subscriptions.has(id)),
    [me, subscriptions],
  )
  const queries = useMemo(() => streamIds.map((id) => topicsQuery(id)), [streamIds])
  // An error is not shown: the other places can still be found.
  const combine = useCallback(
    (results: readonly { data: readonly Topic[] | undefined }[]) =>
      results.flatMap(({ data = [] }, index) =>
        data.map((topic): KnownTopic => ({ streamId: streamIds[index]!, ...topic })),
      ),
    [streamIds],
  )
  return useQueries({ queries, combine })
}

interface KnownTopic {
  streamId: number
  name: string
  /** the newest message */
  maxId: number
}

type HashOf = (narrow: Narrow) => string

/** Every place that the user could mean: conversations, streams, people, views. */
function findPlaces(state: ChatState, topics: readonly KnownTopic[], hashOf: HashOf): Place[] {
  return [
    ...directPlaces(state, hashOf),
    ...streamPlaces(state, hashOf),
    ...topicPlaces(state, topics, hashOf),
    ...viewPlaces(state),
  ]
}

/** Conversations that exist, and a conversation with everyone else. */
function directPlaces(state: ChatState, hashOf: HashOf): Place[] {
  const people = [...state.people.values()].filter(({ is_active }) => is_active)
  const keys = new Set([...state.directs.keys(), ...people.map(({ user_id }) => `d${user_id}`)])
  return [...keys].map((key) => {
    const userIds = userIdsOfKey(key)
    const only = userIds.length === 1 ? state.people.get(userIds[0]!) : undefined
    const isMuted = userIds.length === 1 && state.mutedUsers.has(userIds[0]!)
    return {
      key,
      label: namesOf(state, userIds),
      detail: only?.is_bot ? t.people.bot : undefined,
      picture: only ? { avatar: only.avatar_url } : { icon: Users },
      address: `/${hashOf({ kind: 'direct', userIds })}`,
      ...waitingIn(state, key, isMuted),
      newest: state.directs.get(key) ?? 0,
      order: state.directs.has(key) ? 1 : 2,
    }
  })
}

function streamPlaces(state: ChatState, hashOf: HashOf): Place[] {
  const { streams } = unreadCounts(state)
  return [...state.streams.values()].map(({ stream_id: streamId, name, invite_only }) => {
    const isSubscribed = state.subscriptions.has(streamId)
    return {
      key: `s${streamId}`,
      label: name,
      detail: isSubscribed ? undefined : t.switcher.notSubscribed,
      picture: { icon: invite_only ? Lock : Hash },
      address: `/${hashOf({ kind: 'stream', streamId })}`,
      // Its topics are places of their own, which say what is unread.
      unread: 0,
      mentions: 0,
      newest: 0,
      order: isSubscribed ? ((streams.get(streamId)?.open ?? 0) > 0 ? -1 : 0) : 4,
    }
  })
}

/** Topics of the given streams, and all with unread messages. */
function topicPlaces(state: ChatState, topics: readonly KnownTopic[], hashOf: HashOf): Place[] {
  const byKey = new Map<string, KnownTopic>()
  for (const [key, { ids, topic = '' }] of state.unread.conversations) {
    if (!key.startsWith('s')) continue
    const streamId = Number(key.slice(1, key.indexOf(':')))
    byKey.set(key, { streamId, name: topic, maxId: Math.max(...ids) })
  }
  for (const topic of topics) {
    const key = topicKey(topic.streamId, topic.name)
    if ((byKey.get(key)?.maxId ?? 0) <= topic.maxId) byKey.set(key, topic)
  }
  return [...byKey].map(([key, { streamId, name, maxId }]) => ({
    key,
    label: name || t.sidebar.noTopicName,
    detail: `#${state.streams.get(streamId)?.name ?? ''}`,
    picture: { icon: MessageSquare },
    address: `/${hashOf({ kind: 'topic', streamId, topic: name })}`,
    ...waitingIn(state, key, unreadCounts(state).muted.has(key)),
    newest: maxId,
    order: 3,
  }))
}

function waitingIn(state: ChatState, key: string, isMuted: boolean): Pick<Place, 'unread' | 'mentions'> {
  if (isMuted) return { unread: 0, mentions: 0 }
  const { conversations, mentioned } = unreadCounts(state)
  return { unread: conversations.get(key) ?? 0, mentions: mentioned.get(key) ?? 0 }
}

function viewPlaces({ me }: ChatState): Place[] {
  const permitted = views.filter(({ forGuests = true }) => forGuests || !me.isGuest)
  return permitted.map(({ label, icon, hash }) => ({
    key: hash,
    label: label(),
    picture: { icon },
    address: `/${hash}`,
    isPage: true,
    unread: 0,
    mentions: 0,
    newest: 0,
    order: 1,
  }))
}

interface View {
  label: () => string
  icon: LucideIcon
  hash: string
  forGuests?: boolean
}

/** The pages that are no conversations. */
const views: readonly View[] = [
  { label: () => t.inbox.title, icon: Inbox, hash: '#inbox' },
  { label: () => t.sidebar.allMessages, icon: Rows3, hash: '#all' },
  { label: () => t.sidebar.mentions, icon: AtSign, hash: '#narrow/is/mentioned' },
  { label: () => t.sidebar.starred, icon: Star, hash: '#narrow/is/starred' },
  { label: () => t.sidebar.directs, icon: MessagesSquare, hash: '#narrow/is/dm' },
  { label: () => t.sidebar.browseStreams, icon: Compass, hash: '#streams', forGuests: false },
  { label: () => t.shell.settings, icon: Settings, hash: '#settings/profile' },
]

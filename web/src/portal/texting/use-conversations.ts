import { ApiError } from '@switchboard/client'
import type { Conversation, Message } from '@switchboard/client/telephony'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { invalidate } from '../../ui/query-client.ts'
import { usePortal, usePortalEvents } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const PAGE = 50
const MAX_COUNT = 1000

/** What is known of one conversation besides the list. */
export type Known = { conversation: Conversation } | { gone: true } | { error: unknown }

export interface ConversationList {
  items: readonly Conversation[]
  loading: boolean
  error: unknown
  hasMore: boolean
  more: () => void
  reload: () => void
  find: (id: string) => Known | undefined
  /** Fetches one again. */
  refresh: (id: string) => void
  put: (conversation: Conversation) => void
  drop: (id: string) => void
}

/** The conversations that the user can see, kept up to date by events. */
export function useConversations(search: string, order: ConversationOrder): ConversationList {
  const { client } = usePortal()
  const queries = useQueryClient()
  const [size, setSize] = useState(PAGE)
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map())
  const inFlight = useRef(new Map<string, 'once' | 'again'>())
  const loaded = useQuery({
    queryKey: portalKeys.conversations.list(order, search, size),
    queryFn: ({ signal }) =>
      client.page(
        'GET /texting/v2/conversations',
        { per_page: size, sort: order, ...(search && { search }) },
        { signal },
      ),
    // A longer page of the same list replaces the shorter one when it is loaded.
    placeholderData: (data, query) =>
      query?.queryKey[2] === order && query.queryKey[3] === search ? data : undefined,
  })
  const reload = () => void invalidate(queries, portalKeys.conversations.lists)

  const learn = (id: string, news: Known) => setKnown((last) => new Map(last).set(id, news))
  /** Every message causes several events about its conversation. At most one request is in flight, one more follows. */
  async function refresh(id: string) {
    const running = inFlight.current
    if (running.has(id)) {
      running.set(id, 'again')
      return
    }
    do {
      running.set(id, 'once')
      await client.call('GET /texting/v2/conversations/{conversation_id}', { conversation_id: id }).then(
        (conversation) => learn(id, { conversation }),
        (error) => learn(id, error instanceof ApiError && error.status === 404 ? { gone: true } : { error }),
      )
    } while (running.get(id) === 'again')
    running.delete(id)
  }

  usePortalEvents(({ name, payload }) => {
    if (!name.startsWith('texting.')) return
    if (name === 'texting.chat.delete') learn((payload as { id: string }).id, { gone: true })
    else if (name === 'texting.chat.new') void refresh((payload as Conversation).id)
    else void refresh((payload as Message).conversation_id)
    if (search) reload()
  })

  const items = merge(loaded.data?.items ?? [], known, search === '')
  return {
    items: sortConversations(items, order),
    loading: loaded.isFetching && loaded.data === undefined,
    error: loaded.data === undefined ? (loaded.error ?? undefined) : undefined,
    hasMore: (loaded.data?.total ?? 0) > size && size < MAX_COUNT,
    more: () => setSize(Math.min(size + PAGE, MAX_COUNT)),
    reload,
    find(id) {
      const listed = items.find((conversation) => conversation.id === id)
      return listed ? { conversation: listed } : known.get(id)
    },
    refresh: (id) => void refresh(id),
    put: (conversation) => learn(conversation.id, { conversation }),
    drop: (id) => learn(id, { gone: true }),
  }
}

/** The newer version wins. Only the server knows whether a new conversation matches a search. */
function merge(
  listed: readonly Conversation[],
  known: ReadonlyMap<string, Known>,
  withNew: boolean,
): Conversation[] {
  const all = new Map(listed.map((conversation) => [conversation.id, conversation]))
  for (const [id, news] of known) {
    const old = all.get(id)
    if ('gone' in news) all.delete(id)
    else if ('conversation' in news && (old ? isNewer(news.conversation, old) : withNew))
      all.set(id, news.conversation)
  }
  return [...all.values()]
}

const isNewer = (one: Conversation, other: Conversation) => one.updated_at >= other.updated_at

export type ConversationOrder = 'last_activity' | 'unread'

const activityOf = (conversation: Conversation) =>
  conversation.last_message_created_at ?? conversation.created_at

/** The order of the server, applied again after each event. */
function sortConversations(conversations: readonly Conversation[], order: ConversationOrder): Conversation[] {
  const rank = (conversation: Conversation) =>
    (conversation.pinned_at === null ? 2 : 0) +
    (order === 'unread' && conversation.unread_msg_count === 0 ? 1 : 0)
  return conversations.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      activityOf(other).localeCompare(activityOf(one)) ||
      other.id.localeCompare(one.id),
  )
}

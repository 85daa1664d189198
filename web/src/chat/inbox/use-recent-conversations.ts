import type { ChatEvent } from '@switchboard/client'
import type { Message } from '@switchboard/client/chat'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { invalidate } from '../../ui/query-client.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { type RecentConversation, recentOf, recentQuery } from './recent-query.ts'

const ASK_AFTER_MS = 200

/** Conversations by their newest message, the newest first: as fetched, with the messages that arrived since. */
export function useRecentConversations({ enabled: isWanted = true } = {}) {
  const me = useChat((state) => state.me.userId)
  const { messages, storedAt } = useWorkspace()
  const enabled = isWanted && storedAt === undefined
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...recentQuery(me),
    enabled,
  })
  const come = useArrivals(me, enabled)
  const recent = useMemo(() => {
    // Without a connection, those that are stored.
    if (storedAt !== undefined) {
      const ids = messages.lists().flatMap((list) => list.ids)
      return newestFirst(ids.map((id) => recentOf(messages.get(id)!, me)))
    }
    if (!data) return undefined
    return newestFirst([...data.pages.flatMap((page) => page.recent), ...come])
  }, [data, come, storedAt, messages, me])
  return {
    /** undefined until they are loaded */
    recent,
    error,
    reload: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingMore: isFetchingNextPage,
  }
}

/** What arrived since the last fetch. After moves and deletions only the server knows what is newest. */
function useArrivals(me: number, enabled: boolean): readonly RecentConversation[] {
  const { listen } = useWorkspace()
  const queries = useQueryClient()
  const [come, setCome] = useState<readonly RecentConversation[]>([])
  useEffect(() => {
    if (!enabled) return
    let timer: number | undefined
    const ask = () => {
      timer = undefined
      setCome([])
      void invalidate(queries, chatKeys.recent)
    }
    const stop = listen((event) => {
      if (event.type === 'message') {
        const arrived = recentOf(event.message as Message, me)
        setCome((list) => [...list.filter(({ key }) => key !== arrived.key), arrived])
      }
      // Many events lead to one request.
      if (changesNewest(event)) timer ??= window.setTimeout(ask, ASK_AFTER_MS)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [listen, queries, me, enabled])
  return come
}

function changesNewest(event: ChatEvent): boolean {
  switch (event.type) {
    case 'update_message':
      return event.subject !== undefined || event.rendered_content !== undefined
    case 'delete_message':
      return true
    case 'subscription':
      return event.op === 'add' || event.op === 'remove'
    case 'stream':
      return event.op === 'delete'
    default:
      return false
  }
}

function newestFirst(all: readonly RecentConversation[]): RecentConversation[] {
  const byKey = new Map<string, RecentConversation>()
  for (const one of all) {
    if ((byKey.get(one.key)?.newest ?? 0) < one.newest) byKey.set(one.key, one)
  }
  return [...byKey.values()].sort((one, other) => other.newest - one.newest)
}

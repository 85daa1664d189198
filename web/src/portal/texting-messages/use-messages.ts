import type { Message } from '@switchboard/client/telephony'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortal, usePortalEvents } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const PAGE = 40
const CALL = 'GET /texting/v2/conversations/{conversation_id}/messages'

export interface Messages {
  /** oldest first */
  items: readonly Message[]
  first: UseQueryResult
  hasOlder: boolean
  /** while older ones are on the way */
  loadingOlder: boolean
  loadOlder: () => void
  put: (messages: readonly Message[]) => void
  remove: (ids: readonly string[]) => void
}

/** The messages of one conversation, as far back as the user scrolled. Another conversation needs another key. */
export function useMessages(conversationId: string): Messages {
  const { client } = usePortal()
  const [known, setKnown] = useState<ReadonlyMap<string, Message | null>>(new Map())
  const [hasOlder, setHasOlder] = useState(false)
  const [loadingOlder, setLoadingOlder] = useState(false)

  /** Responses and events arrive in any order: the newer version wins, and deleted messages stay deleted. */
  const put = (messages: readonly Message[]) =>
    setKnown((last) => {
      const next = new Map(last)
      for (const message of messages) {
        const old = next.get(message.id)
        if (old === null || (old && old.updated_at > message.updated_at)) continue
        next.set(message.id, old?.is_read ? { ...message, is_read: true } : message)
      }
      return next
    })
  const remove = (ids: readonly string[]) =>
    setKnown((last) => new Map([...last, ...ids.map((id) => [id, null] as const)]))
  const markRead = (ids: readonly string[]) =>
    setKnown((last) => {
      const next = new Map(last)
      for (const id of ids) {
        const message = next.get(id)
        if (message) next.set(id, { ...message, is_read: true })
      }
      return next
    })

  const first = useQuery({
    queryKey: portalKeys.conversations.messages(conversationId),
    queryFn: async ({ signal }) => {
      const page = await client.page(CALL, { conversation_id: conversationId, per_page: PAGE }, { signal })
      put(page.items)
      setHasOlder((last) => last || page.pages > 1)
      return true
    },
  })
  const items = [...known.values()].filter((message) => message !== null).sort(byAge)

  async function loadOlder() {
    if (loadingOlder) return
    setLoadingOlder(true)
    try {
      // Counted from the newest: what came meanwhile is known, and what overlaps does no harm.
      const page = await client.page(CALL, {
        conversation_id: conversationId,
        per_page: PAGE,
        page: Math.floor(items.length / PAGE) + 1,
      })
      put(page.items)
      setHasOlder(page.page < page.pages)
    } catch {
      // The button stays, and with it the way to try again.
    } finally {
      setLoadingOlder(false)
    }
  }

  usePortalEvents(({ name, payload }) => {
    const about = payload as { conversation_id?: string; id: string; messagesIds: string[] }
    if (about?.conversation_id !== conversationId) return
    if (name === 'texting.message.new' || name === 'texting.message.updated') put([payload as Message])
    if (name === 'texting.message.delete') remove([about.id])
    if (name === 'texting.message.markAsRead') markRead(about.messagesIds)
  })
  return { items, first, hasOlder, loadingOlder, loadOlder: () => void loadOlder(), put, remove }
}

const byAge = (one: Message, other: Message) => one.id.localeCompare(other.id)

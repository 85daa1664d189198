import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Conversation, Message } from '../../../generated/telephony-api.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import { usePortal } from '../shell/portal-context.ts'

const MOST_IDS = 1000

/** Whoever has the conversation before their eyes has read it. */
export function useMarkRead(conversation: Conversation, messages: readonly Message[]): void {
  const { client } = usePortal()
  const visible = useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState === 'visible',
  )
  const told = useRef(new Set<string>())
  const unread = messages.filter(({ is_read, id }) => !is_read && !told.current.has(id)).map(({ id }) => id)
  const key = unread.join()
  const { id, unread_msg_count: count } = conversation
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the ids
  useEffect(() => {
    if (!visible || unread.length === 0) return
    for (const one of unread) told.current.add(one)
    // Those who may only read leave no marks: the server refuses, and nothing is lost.
    markRead(client, id, unread, count).catch(() => {})
  }, [visible, key])
}

/** Also those further up than what is loaded. */
async function markRead(
  client: TelephonyClient,
  id: string,
  unread: readonly string[],
  count: number,
): Promise<void> {
  const all = count > unread.length ? await everyUnread(client, id) : unread
  await client.call(
    'POST /texting/v2/conversations/{conversation_id}/messages/read',
    { conversation_id: id },
    { messagesIds: all.slice(0, MOST_IDS) },
  )
}

async function everyUnread(client: TelephonyClient, id: string): Promise<string[]> {
  const messages = await client.call('GET /texting/v2/conversations/{conversation_id}/messages', {
    conversation_id: id,
    per_page: MOST_IDS,
  })
  return messages.filter(({ is_read }) => !is_read).map((message) => message.id)
}

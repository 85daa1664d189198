import type { Conversation, Message } from '@switchboard/client/telephony'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import { usePortal } from '../shell/portal-context.ts'

const MAX_IDS = 1000

/** Marks the messages of an open conversation as read while the page is visible. */
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
  const mark = useEffectEvent((ids: readonly string[]) => {
    for (const id of ids) told.current.add(id)
    // The server rejects this for users with read-only access, and nothing is lost.
    markRead(client, conversation.id, ids, conversation.unread_msg_count).catch(() => {})
  })
  const unreadIds = unread.join()
  useEffect(() => {
    if (visible && unreadIds !== '') mark(unreadIds.split(','))
  }, [visible, unreadIds])
}

/** Includes messages that are not loaded. */
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
    { messagesIds: all.slice(0, MAX_IDS) },
  )
}

async function everyUnread(client: TelephonyClient, id: string): Promise<string[]> {
  const messages = await client.call('GET /texting/v2/conversations/{conversation_id}/messages', {
    conversation_id: id,
    per_page: MAX_IDS,
  })
  return messages.filter(({ is_read }) => !is_read).map((message) => message.id)
}

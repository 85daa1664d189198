import type { Call, Conversation, FaxMessage, VoicemailMessage } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Page } from '../../api/telephony-api.ts'
import { usePortal } from './portal-context.ts'
import { portalKeys } from './portal-keys.ts'

/** How many of them the start page names. */
const NAMED = 3

/** Conversations with unread texts. One query for the menu, the title and the pages; events keep it up to date. */
export function useUnreadTexts(): Page<Conversation[]> | undefined {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.conversations.unread,
    queryFn: ({ signal }) =>
      client.page('GET /texting/v2/conversations', { filter_by: 'unread', per_page: NAMED }, { signal }),
  }).data
}

/** Received faxes that nobody in the company has read. */
export function useUnreadFaxes(): Page<FaxMessage[]> | undefined {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.faxes.unread,
    queryFn: ({ signal }) =>
      client.page(
        'GET /fax/messages',
        { direction: 'inbound', is_read: false, page_size: NAMED },
        { signal },
      ),
  }).data
}

/** New messages in the own mailbox. */
export function useNewVoicemail(): Page<VoicemailMessage[]> | undefined {
  const { client, user } = usePortal()
  return useQuery({
    queryKey: portalKeys.voicemail.unread,
    queryFn: ({ signal }) =>
      client.page('GET /voicemail/messages', { user: user.id, is_read: false, page_size: NAMED }, { signal }),
  }).data
}

/** Calls that nobody answered since the user has last looked at the calls in this browser. */
export function useMissedCalls(): Page<Call[]> | undefined {
  const { client, user } = usePortal()
  const seenUntil = useSyncExternalStore(subscribe, () => readSeenUntil(user.id))
  return useQuery({
    queryKey: [...portalKeys.calls.missed, seenUntil],
    queryFn: ({ signal }) =>
      client.page('GET /cdrs', { missed: true, from: seenUntil, page_size: NAMED }, { signal }),
  }).data
}

/** The user has seen the calls up to this one. */
export function markCallsSeen(userId: string, { started_at: at }: Call): void {
  localStorage.setItem(SEEN + userId, new Date(Date.parse(at) + 1).toISOString())
  for (const listener of listeners) listener()
}

const SEEN = 'switchboard-calls-seen-'

const WEEK_MS = 7 * 86_400_000

const listeners = new Set<() => void>()

/** Other tabs of this browser share what was seen. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** A browser that has never shown the calls counts those of a week. */
function readSeenUntil(userId: string): string {
  const stored = localStorage.getItem(SEEN + userId)
  if (stored !== null) return stored
  const begun = new Date(Date.now() - WEEK_MS).toISOString()
  localStorage.setItem(SEEN + userId, begun)
  return begun
}

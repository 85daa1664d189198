import { useQuery } from '@tanstack/react-query'
import { usePortal } from './portal-context.ts'
import { portalKeys } from './portal-keys.ts'

/** How many of them the start page names. */
const NAMED = 3

/** Conversations with unread texts. One query for the menu, the title and the pages; events keep it up to date. */
export function useUnreadTexts() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.conversations.unread,
    queryFn: ({ signal }) =>
      client.page('GET /texting/v2/conversations', { filter_by: 'unread', per_page: NAMED }, { signal }),
  })
}

/** Received faxes that nobody in the company has read. */
export function useUnreadFaxes() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.faxes.unread,
    queryFn: ({ signal }) =>
      client.page(
        'GET /fax/messages',
        { direction: 'inbound', is_read: false, page_size: NAMED },
        { signal },
      ),
  })
}

/** New messages in the own mailbox. */
export function useNewVoicemail() {
  const { client, user } = usePortal()
  return useQuery({
    queryKey: portalKeys.voicemail.unread,
    queryFn: ({ signal }) =>
      client.page('GET /voicemail/messages', { user: user.id, is_read: false, page_size: NAMED }, { signal }),
  })
}

/** Calls to the user that nobody answered, since the user has last looked at the calls on any device. */
export function useMissedCalls() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.calls.missed,
    queryFn: ({ signal }) =>
      client.page('GET /cdrs', { missed: true, unseen: true, page_size: NAMED }, { signal }),
  })
}

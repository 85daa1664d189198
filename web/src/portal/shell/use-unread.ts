import type { Conversation, FaxMessage } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
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

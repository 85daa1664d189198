import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

/** The number of unread conversations, also shown in the page title, which is visible from other tabs. */
export function useUnreadCount(): number {
  const { client, company } = usePortal()
  const { data } = useQuery({
    queryKey: portalKeys.conversations.unread,
    queryFn: ({ signal }) =>
      client.call('GET /texting/v2/conversations', { sort: 'unread', per_page: 100 }, undefined, signal),
  })
  const count = data?.filter(({ unread_msg_count: unread }) => unread > 0).length
  useEffect(() => {
    if (count === undefined) return
    const title = `${p.shell.sections.texting} · ${company.name}`
    document.title = count > 0 ? `(${count}) ${title}` : title
  }, [count, company.name])
  return count ?? 0
}

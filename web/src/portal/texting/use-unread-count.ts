import { useEffect } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { usePortal, usePortalEvents } from '../shell/portal-context.ts'

const counted = new Set([
  'authenticated',
  'events.missed',
  'texting.chat.delete',
  'texting.message.new',
  'texting.message.delete',
  'texting.message.markAsRead',
])

/** How many conversations have unread messages, also in the title of the page: it is seen from other tabs. */
export function useUnreadCount(): number {
  const { client, company } = usePortal()
  const { value, reload } = useLoaded('unread', (signal) =>
    client.call('GET /texting/v2/conversations', { sort: 'unread', per_page: 100 }, undefined, signal),
  )
  usePortalEvents(({ name }) => {
    if (counted.has(name)) reload()
  })
  const count = value?.filter(({ unread_msg_count: unread }) => unread > 0).length
  useEffect(() => {
    if (count === undefined) return
    const title = `${p.shell.sections.texting} · ${company.name}`
    document.title = count > 0 ? `(${count}) ${title}` : title
  }, [count, company.name])
  return count ?? 0
}

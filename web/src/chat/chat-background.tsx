import { NotificationCenter } from './notifications/notification-center.tsx'
import { useRoute } from './shell/route.ts'
import { useInvalidateQueries } from './shell/use-invalidate-queries.ts'
import { useKeepPresence } from './shell/use-keep-presence.ts'

/** What goes on while another app is open: presence, notifications, and queries that stay up to date. */
export function ChatBackground() {
  const route = useRoute()
  useKeepPresence()
  useInvalidateQueries()
  return <NotificationCenter narrow={route.page === 'messages' ? route.narrow : undefined} />
}

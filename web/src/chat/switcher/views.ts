import { AtSign, Compass, Inbox, type LucideIcon, MessagesSquare, Rows3, Settings, Star } from 'lucide-react'
import { t } from '../../texts/texts.ts'

interface View {
  label: () => string
  icon: LucideIcon
  hash: string
  forGuests?: boolean
}

/** The pages that are no conversations. */
export const views: readonly View[] = [
  { label: () => t.inbox.title, icon: Inbox, hash: '#inbox' },
  { label: () => t.sidebar.allMessages, icon: Rows3, hash: '#all' },
  { label: () => t.sidebar.mentions, icon: AtSign, hash: '#narrow/is/mentioned' },
  { label: () => t.sidebar.starred, icon: Star, hash: '#narrow/is/starred' },
  { label: () => t.sidebar.directs, icon: MessagesSquare, hash: '#narrow/is/dm' },
  { label: () => t.sidebar.browseStreams, icon: Compass, hash: '#streams', forGuests: false },
  { label: () => t.shell.settings, icon: Settings, hash: '#settings/profile' },
]

import { ArrowLeftRight, CircleHelp, CloudOff, Users, Wrench } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SearchBox } from '../chat/search/search-box.tsx'
import { runCommand } from '../chat/shortcuts/commands.ts'
import { drawer } from '../chat/state/drawer.ts'
import { useSelected } from '../chat/state/store.ts'
import { unreadCounts } from '../chat/state/unread.ts'
import { useChat, useConnection, useWorkspace } from '../chat/state/workspace.ts'
import { AppBar, AppBarEnd } from '../shell/app-bar.tsx'
import { isMac } from '../shell/is-mac.ts'
import { openSwitcher } from '../shell/open-switcher.ts'
import { t } from '../texts/texts.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { useIsOnline } from '../ui/view-states.tsx'
import styles from './chat-top-bar.module.css'

/** A restart of the server takes a moment. Only longer interruptions are shown. */
const QUIET_MS = 3000

export function TopBar() {
  const open = useSelected(drawer, (side) => side)
  const name = useChat((state) => state.realm.name)
  const icon = useChat((state) => state.realm.icon_url)
  const unread = useChat((state) => unreadCounts(state).total)
  const toggle = (side: 'left' | 'right') => drawer.set(open === side ? undefined : side)
  return (
    <AppBar
      name={name}
      icon={icon}
      home="#inbox"
      menu={{
        label: unread > 0 ? `${t.sidebar.label}, ${unread} ${t.sidebar.unread}` : t.sidebar.label,
        open: open === 'left',
        waiting: unread > 0,
        onToggle: () => toggle('left'),
      }}
    >
      <SearchBox />
      <IconButton
        label={`${t.switcher.open} (${t.shortcuts.control('K', isMac)})`}
        onClick={() => openSwitcher()}
      >
        <ArrowLeftRight />
      </IconButton>
      <AppBarEnd>
        <ConnectionNotice />
        <span className={styles.help}>
          <IconButton label={t.shortcuts.title} onClick={() => runCommand('help')}>
            <CircleHelp />
          </IconButton>
        </span>
        <span className={styles.onNarrow}>
          <IconButton label={t.people.label} aria-expanded={open === 'right'} onClick={() => toggle('right')}>
            <Users />
          </IconButton>
        </span>
      </AppBarEnd>
    </AppBar>
  )
}

function ConnectionNotice() {
  const connection = useConnection()
  const { storedAt } = useWorkspace()
  const isOnline = useIsOnline()
  const isConnected = isOnline && connection === 'online'
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (isConnected) {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isConnected])
  return (
    <span role="status">
      {late && typeof connection === 'object' && (
        <Badge look="warning">
          <Wrench size={14} />
          {t.ui.maintenance}
        </Badge>
      )}
      {late && typeof connection !== 'object' && storedAt === undefined && (
        <Badge look="warning">
          <CloudOff size={14} />
          {isOnline ? t.sidebar.unreachable : t.sidebar.offline}
        </Badge>
      )}
    </span>
  )
}

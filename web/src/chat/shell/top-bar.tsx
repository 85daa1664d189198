import { ArrowLeftRight, CircleHelp, Menu as MenuIcon, PhoneCall, Users } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { runCommand } from '../shortcuts/commands.ts'
import { isMac } from '../shortcuts/shortcut-keys.ts'
import { useSelected } from '../state/store.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { drawer } from './drawer.ts'
import styles from './top-bar.module.css'

export function TopBar() {
  const open = useSelected(drawer, (side) => side)
  const name = useChat((state) => state.realm.name)
  const icon = useChat((state) => state.realm.icon_url)
  const unread = useChat((state) => unreadCounts(state).total)
  const toggle = (side: 'left' | 'right') => drawer.set(open === side ? undefined : side)
  return (
    <header className={styles.bar}>
      <span className={styles.onPhone}>
        <IconButton
          label={unread > 0 ? `${t.sidebar.label}, ${unread} ${t.sidebar.unread}` : t.sidebar.label}
          className={unread > 0 ? styles.waiting : undefined}
          aria-expanded={open === 'left'}
          onClick={() => toggle('left')}
        >
          <MenuIcon />
        </IconButton>
      </span>
      <a className={styles.name} href="#inbox" aria-label={name}>
        <img src={icon || '/switchboard.svg'} alt="" width={28} height={28} />
        <strong>{name}</strong>
      </a>
      <SearchBox />
      <IconButton
        label={`${t.switcher.open} (${t.shortcuts.control('K', isMac)})`}
        onClick={() => runCommand('switchPlace')}
      >
        <ArrowLeftRight />
      </IconButton>
      <div className={styles.rest}>
        <ConnectionNotice />
        <a
          className={styles.portal}
          href="/portal"
          title={t.sidebar.toPortal}
          aria-label={t.sidebar.toPortal}
        >
          <PhoneCall aria-hidden="true" />
        </a>
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
        <AccountMenu />
      </div>
    </header>
  )
}

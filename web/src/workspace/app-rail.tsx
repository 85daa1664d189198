import { Building2, MessagesSquare, Phone, PhoneCall } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRoute } from '../chat/shell/route.ts'
import { unreadCounts } from '../chat/state/unread.ts'
import { useChat } from '../chat/state/workspace.ts'
import type { Phones } from '../portal/shell/phones-session.tsx'
import { lastAddress } from '../shell/address.ts'
import { usePlaceCall } from '../shell/place-call.ts'
import { t } from '../texts/texts.ts'
import { CountBadge } from '../ui/badge.tsx'
import { KeyAccountMenu, MemberAccountMenu } from './account-menus.tsx'
import styles from './app-rail.module.css'

interface AppRailProps {
  inPortal: boolean
  hasChat: boolean
  hasPhones: boolean
  phones: Phones | undefined
  onSwitch: (userId: string | undefined) => void
  onSignOut: () => void
}

/** The way between the apps, with what is unread in each, and the account. On a phone it is at the bottom. */
export function AppRail({ inPortal, hasChat, hasPhones, phones, onSwitch, onSignOut }: AppRailProps) {
  const unread = phones ? phones.unread.texting + phones.unread.faxes : 0
  const account = { phones: inPortal ? phones : undefined, onSwitch, onSignOut }
  return (
    <nav className={styles.rail} aria-label={t.shell.label}>
      <ul>
        {hasChat && <ChatLink inPortal={inPortal} />}
        {hasPhones && (
          <RailLink
            href={inPortal ? '/portal/overview' : lastAddress('portal')}
            label={t.shell.phones}
            open={inPortal}
            unread={unread}
          >
            <PhoneCall />
          </RailLink>
        )}
        {hasChat && <OrganizationLink inPortal={inPortal} />}
        <CallButton />
      </ul>
      {hasChat ? (
        <MemberAccountMenu {...account} />
      ) : (
        phones && <KeyAccountMenu {...account} phones={phones} />
      )}
    </nav>
  )
}

function ChatLink({ inPortal }: { inPortal: boolean }) {
  const { page } = useRoute()
  const unread = useChat((state) => unreadCounts(state).total)
  return (
    <RailLink
      href={inPortal ? lastAddress('chat') : '/#inbox'}
      label={t.shell.chat}
      open={!inPortal && page !== 'organization'}
      unread={unread}
    >
      <MessagesSquare />
    </RailLink>
  )
}

function OrganizationLink({ inPortal }: { inPortal: boolean }) {
  const { page } = useRoute()
  const isGuest = useChat((state) => state.me.isGuest)
  if (isGuest) return null
  return (
    <RailLink
      href="/#organization/people"
      label={t.shell.organization}
      open={!inPortal && page === 'organization'}
    >
      <Building2 />
    </RailLink>
  )
}

/** Opens the phone of this browser, if it has one. */
function CallButton() {
  const placeCall = usePlaceCall()
  if (!placeCall) return null
  return (
    <li>
      <button type="button" className={styles.link} onClick={() => placeCall('')}>
        <span className={styles.icon}>
          <Phone />
        </span>
        <span className={styles.label}>{t.softphone.open}</span>
      </button>
    </li>
  )
}

interface RailLinkProps {
  href: string
  label: string
  open: boolean
  unread?: number
  children: ReactNode
}

function RailLink({ href, label, open, unread = 0, children }: RailLinkProps) {
  return (
    <li>
      <a className={styles.link} href={href} aria-current={open ? 'true' : undefined}>
        <span className={styles.icon}>{children}</span>
        <span className={styles.label}>{label}</span>
        <CountBadge count={unread} label={t.shell.unread} />
      </a>
    </li>
  )
}

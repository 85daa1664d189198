import { QueryClientProvider } from '@tanstack/react-query'
import {
  Building2,
  Languages,
  LogOut,
  MessagesSquare,
  Phone,
  PhoneCall,
  PhoneOff,
  Settings,
  SmilePlus,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { openHash, useRoute } from '../chat/narrows/route.ts'
import { type PresenceNow, presenceNow } from '../chat/people/presence-now.ts'
import { unreadCounts } from '../chat/state/unread.ts'
import { useChat } from '../chat/state/workspace.ts'
import type { Phones } from '../portal/shell/phones-session.tsx'
import { PortalContext } from '../portal/shell/portal-context.ts'
import { lastAddress } from '../shell/address.ts'
import { useCallObstacle, usePlaceCall } from '../shell/place-call.ts'
import { shownText } from '../shell/status-words.tsx'
import { changeLanguage, currentLanguage, languages } from '../texts/language.ts'
import { t } from '../texts/texts.ts'
import { chooseTheme, currentTheme } from '../theme/theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CountBadge } from '../ui/badge.tsx'
import { listKeys } from '../ui/list-keys.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './app-rail.module.css'

const ActAsDialog = lazy(async () => ({
  default: (await import('../portal/shell/act-as-dialog.tsx')).ActAsDialog,
}))

const AccountStatusPopover = lazy(async () => ({
  default: (await import('./status/status-popover.tsx')).AccountStatusPopover,
}))
const PhoneStatusPopover = lazy(async () => ({
  default: (await import('./status/status-popover.tsx')).PhoneStatusPopover,
}))

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
  const unread = phones?.unreadTotal ?? 0
  const account = { phones: inPortal ? phones : undefined, own: phones, onSwitch, onSignOut }
  return (
    <nav className={styles.rail} aria-label={t.shell.label}>
      <ul ref={listKeys}>
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
        {phones && <CallButton />}
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

/** Opens the phone of this browser, or says why it has none. */
function CallButton() {
  const placeCall = usePlaceCall()
  const obstacle = useCallObstacle()
  const [explains, setExplains] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  if (!placeCall && !obstacle) return null
  return (
    <li ref={item}>
      <button
        type="button"
        className={styles.link}
        aria-haspopup={obstacle && 'dialog'}
        aria-expanded={obstacle && explains}
        onClick={() => (placeCall ? placeCall('') : setExplains(!explains))}
      >
        <span className={styles.icon}>{obstacle ? <PhoneOff /> : <Phone />}</span>
        <span className={styles.label}>{t.softphone.open}</span>
      </button>
      {obstacle && explains && (
        <Popover anchor={item} label={t.softphone.open} onClose={() => setExplains(false)}>
          <p className={styles.explanation}>{t.status[obstacle]}</p>
        </Popover>
      )}
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

interface AccountProps {
  /** In the portal, the owner may act as another user. */
  phones: Phones | undefined
  own: Phones | undefined
  onSwitch: (userId: string) => void
  onSignOut: () => void
}

/** The account of a person: status, settings, appearance, and signing out of chat and phones. */
function MemberAccountMenu(props: AccountProps) {
  const me = useChat((state) => state.me)
  const words = useChat((state) => {
    const status = state.statuses.get(me.userId)
    return status?.status_text || (status?.do_not_disturb && 'do_not_disturb') || (status?.away && 'away')
  })
  const presence = useChat((state) => presenceNow(state, me.userId))
  const shown = words === 'away' || words === 'do_not_disturb' ? t.status.names[words] : words
  return (
    <AccountMenu
      {...props}
      name={me.fullName}
      picture={me.avatarUrl}
      presence={presence}
      status={shown ? t.status.current(shownText(shown)) : t.status.set}
      popover={(anchor, onClose) => (
        <AccountStatusPopover anchor={anchor} phones={props.own} onClose={onClose} />
      )}
      items={[{ label: t.shell.settings, icon: <Settings />, onChoose: () => openHash('#settings/profile') }]}
    />
  )
}

/** With an API key there is no account with settings: the language is one of this browser. */
function KeyAccountMenu(props: AccountProps & { phones: Phones }) {
  const { user } = props.phones.portal
  const otherLanguage = currentLanguage() === 'en' ? 'de' : 'en'
  return (
    <AccountMenu
      {...props}
      name={`${user.first_name} ${user.last_name}`.trim()}
      status={t.status.set}
      popover={(anchor, onClose) => (
        <PhoneStatusPopover anchor={anchor} phones={props.phones} onClose={onClose} />
      )}
      items={[
        {
          label: languages[otherLanguage],
          icon: <Languages />,
          onChoose: () =>
            void changeLanguage(otherLanguage).catch((error) => showToast(messageOf(error), 'danger')),
        },
      ]}
    />
  )
}

interface AccountMenuProps extends AccountProps {
  name: string
  picture?: string | null | undefined
  presence?: PresenceNow
  /** the way to the popover */
  status: string
  popover: (anchor: RefObject<HTMLElement | null>, onClose: () => void) => ReactNode
  items: readonly MenuItem[]
}

function AccountMenu(props: AccountMenuProps) {
  const { name, picture, presence, status, popover, items, phones, onSwitch, onSignOut } = props
  const [choosing, setChoosing] = useState(false)
  const [saying, setSaying] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const isDark =
    currentTheme() === 'dark' ||
    (currentTheme() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <div ref={anchor}>
      <Menu
        label={t.shell.account(name)}
        className={styles.account}
        icon={<Avatar url={picture} name={name} presence={presence} />}
        groups={[
          [{ label: status, icon: <SmilePlus />, onChoose: () => setSaying(true) }, ...items],
          phones?.portal.mayActAs
            ? [{ label: t.shell.actAs, icon: <UserRound />, onChoose: () => setChoosing(true) }]
            : [],
          [
            {
              label: isDark ? t.shell.lightTheme : t.shell.darkTheme,
              icon: <SunMoon />,
              onChoose: () => chooseTheme(isDark ? 'light' : 'dark'),
            },
          ],
          [{ label: t.ui.signOut, icon: <LogOut />, onChoose: onSignOut }],
        ]}
      />
      {saying && <Suspense>{popover(anchor, () => setSaying(false))}</Suspense>}
      {choosing && phones && (
        <QueryClientProvider client={phones.queries}>
          <PortalContext value={phones.portal}>
            <Suspense>
              <ActAsDialog onClose={() => setChoosing(false)} onSwitch={onSwitch} />
            </Suspense>
          </PortalContext>
        </QueryClientProvider>
      )}
    </div>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import {
  Building2,
  Languages,
  LogOut,
  MessagesSquare,
  Phone,
  PhoneCall,
  Settings,
  SmilePlus,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { openHash, useRoute } from '../chat/narrows/route.ts'
import { unreadCounts } from '../chat/state/unread.ts'
import { useChat } from '../chat/state/workspace.ts'
import type { Phones } from '../portal/shell/phones-session.tsx'
import { PortalContext } from '../portal/shell/portal-context.ts'
import { lastAddress } from '../shell/address.ts'
import { usePlaceCall } from '../shell/place-call.ts'
import { changeLanguage, currentLanguage, languages } from '../texts/language.ts'
import { t } from '../texts/texts.ts'
import { chooseTheme, currentTheme } from '../theme/theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CountBadge } from '../ui/badge.tsx'
import { listKeys } from '../ui/list-keys.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './app-rail.module.css'

const ActAsDialog = lazy(async () => ({
  default: (await import('../portal/shell/act-as-dialog.tsx')).ActAsDialog,
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
  const account = { phones: inPortal ? phones : undefined, onSwitch, onSignOut }
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

interface AccountProps {
  /** In the portal, the owner may act as another user. */
  phones: Phones | undefined
  onSwitch: (userId: string) => void
  onSignOut: () => void
}

/** The account of a person: status, settings, appearance, and signing out of chat and phones. */
function MemberAccountMenu(props: AccountProps) {
  const me = useChat((state) => state.me)
  const status = useChat((state) => state.statuses.get(me.userId)?.status_text)
  return (
    <AccountMenu
      {...props}
      name={me.fullName}
      picture={me.avatarUrl}
      items={[
        {
          label: status || t.shell.status,
          icon: <SmilePlus />,
          onChoose: () => openHash('#settings/profile'),
        },
        { label: t.shell.settings, icon: <Settings />, onChoose: () => openHash('#settings/profile') },
      ]}
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
  items: readonly MenuItem[]
}

function AccountMenu({ name, picture, items, phones, onSwitch, onSignOut }: AccountMenuProps) {
  const [choosing, setChoosing] = useState(false)
  const isDark =
    currentTheme() === 'dark' ||
    (currentTheme() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <>
      <Menu
        label={t.shell.account(name)}
        className={styles.account}
        icon={<Avatar url={picture} name={name} />}
        groups={[
          items,
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
      {choosing && phones && (
        <QueryClientProvider client={phones.queries}>
          <PortalContext value={phones.portal}>
            <Suspense>
              <ActAsDialog onClose={() => setChoosing(false)} onSwitch={onSwitch} />
            </Suspense>
          </PortalContext>
        </QueryClientProvider>
      )}
    </>
  )
}

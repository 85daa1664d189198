import { QueryClientProvider } from '@tanstack/react-query'
import { Languages, LogOut, Settings, SmilePlus, SunMoon, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { openHash } from '../chat/shell/route.ts'
import { useChat } from '../chat/state/workspace.ts'
import type { Phones } from '../portal/shell/phones-session.tsx'
import { PortalContext } from '../portal/shell/portal-context.ts'
import { currentLanguage, languages, rememberLanguage } from '../texts/language.ts'
import { t } from '../texts/texts.ts'
import { chooseTheme, currentTheme } from '../theme/theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import styles from './app-rail.module.css'

const ActAsDialog = lazy(async () => ({
  default: (await import('../portal/shell/act-as-dialog.tsx')).ActAsDialog,
}))

interface AccountProps {
  /** In the portal, the owner may act as another user. */
  phones: Phones | undefined
  onSwitch: (userId: string) => void
  onSignOut: () => void
}

/** The account of a person: status, settings, appearance, and signing out of chat and phones. */
export function MemberAccountMenu(props: AccountProps) {
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
export function KeyAccountMenu(props: AccountProps & { phones: Phones }) {
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
          onChoose() {
            rememberLanguage(otherLanguage)
            location.reload()
          },
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

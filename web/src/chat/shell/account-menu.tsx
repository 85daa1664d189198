import { Building2, LogOut, Settings, SunMoon } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import { endPush } from '../../api/device-push.ts'
import { t } from '../../texts/texts.ts'
import { chooseTheme, currentTheme } from '../../theme/theme.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { openHash } from './route.ts'

export function AccountMenu() {
  const me = useChat((state) => state.me)
  const { outbox } = useWorkspace()
  async function signOut() {
    outbox.stop()
    await endPush()
    await callChat('DELETE /sessions/current', {})
    location.assign('/')
  }
  const isDark =
    currentTheme() === 'dark' ||
    (currentTheme() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <Menu
      label={t.sidebar.account(me.fullName)}
      icon={<Avatar url={me.avatarUrl} name={me.fullName} size="small" />}
      groups={[
        [
          { label: t.sidebar.settings, icon: <Settings />, onChoose: () => openHash('#settings/profile') },
          ...(me.isGuest
            ? []
            : [
                {
                  label: t.sidebar.organization,
                  icon: <Building2 />,
                  onChoose: () => openHash('#organization/people'),
                },
              ]),
        ],
        [
          {
            label: isDark ? t.ui.themeLight : t.ui.themeDark,
            icon: <SunMoon />,
            onChoose: () => chooseTheme(isDark ? 'light' : 'dark'),
          },
        ],
        [{ label: t.ui.signOut, icon: <LogOut />, onChoose: () => void signOut() }],
      ]}
    />
  )
}

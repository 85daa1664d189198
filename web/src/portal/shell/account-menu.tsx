import { Languages, LogOut, SunMoon, UserRound } from 'lucide-react'
import { useState } from 'react'
import { currentLanguage, languages, rememberLanguage } from '../../texts/language.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { chooseTheme, currentTheme } from '../../theme/theme.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useAvatars } from '../users/use-avatars.ts'
import { ActAsDialog } from './act-as-dialog.tsx'
import { usePortal } from './portal-context.ts'
import styles from './portal-frame.module.css'

/** The acting user, the appearance, and signing out. */
export function AccountMenu({ onSwitch }: { onSwitch: (userId: string) => void }) {
  const { user, mayActAs, signOut } = usePortal()
  const avatars = useAvatars([user.id])
  const [choosing, setChoosing] = useState(false)
  const isDark =
    currentTheme() === 'dark' ||
    (currentTheme() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const otherLanguage = currentLanguage() === 'en' ? 'de' : 'en'
  const name = `${user.first_name} ${user.last_name}`.trim()
  return (
    <span className={styles.account}>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <Menu
        label={p.shell.account(name)}
        icon={<Avatar name={name} url={avatars[user.id]} size="small" />}
        groups={[
          mayActAs ? [{ label: p.shell.actAs, icon: <UserRound />, onChoose: () => setChoosing(true) }] : [],
          [
            {
              label: isDark ? t.ui.themeLight : t.ui.themeDark,
              icon: <SunMoon />,
              onChoose: () => chooseTheme(isDark ? 'light' : 'dark'),
            },
            {
              label: languages[otherLanguage],
              icon: <Languages />,
              onChoose() {
                rememberLanguage(otherLanguage)
                location.reload()
              },
            },
          ],
          [{ label: t.ui.signOut, icon: <LogOut />, onChoose: signOut }],
        ]}
      />
      {choosing && <ActAsDialog onClose={() => setChoosing(false)} onSwitch={onSwitch} />}
    </span>
  )
}

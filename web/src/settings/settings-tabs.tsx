import { Bell, Bot, Files, KeyRound, Palette, UserRound, VolumeX } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { AccountTab } from './account/account-tab.tsx'
import { AppearanceTab } from './appearance/appearance-tab.tsx'
import { BotsTab } from './bots/bots-tab.tsx'
import { MutedTab } from './muted/muted-tab.tsx'
import { NotificationsTab } from './notifications/notifications-tab.tsx'
import { ProfileTab } from './profile/profile-tab.tsx'
import { UploadsTab } from './uploads/uploads-tab.tsx'

interface SettingsTab {
  /** in the address */
  id: string
  label: string
  icon: ReactNode
  Tab: ComponentType
  notForGuests?: boolean
}

/** At render time: the language is chosen by then. */
export function settingsTabs(): readonly SettingsTab[] {
  const { tabs } = t.settings
  return [
    { id: 'profile', label: tabs.profile, icon: <UserRound />, Tab: ProfileTab },
    { id: 'account', label: tabs.account, icon: <KeyRound />, Tab: AccountTab },
    { id: 'appearance', label: tabs.appearance, icon: <Palette />, Tab: AppearanceTab },
    { id: 'notifications', label: tabs.notifications, icon: <Bell />, Tab: NotificationsTab },
    { id: 'bots', label: tabs.bots, icon: <Bot />, Tab: BotsTab, notForGuests: true },
    { id: 'uploads', label: tabs.uploads, icon: <Files />, Tab: UploadsTab },
    { id: 'muted', label: tabs.muted, icon: <VolumeX />, Tab: MutedTab },
  ]
}

import type { ReactNode } from 'react'
import type { UserSettings } from '../chat/state/chat-state.ts'
import { useChat } from '../chat/state/workspace.ts'
import { SavedCheck } from '../ui/saved-check.tsx'
import { useChangeSettings } from './use-change-settings.ts'

type SwitchName = {
  [Name in keyof UserSettings]: UserSettings[Name] extends boolean ? Name : never
}[keyof UserSettings]

/** A setting of the user that is on or off. */
export function SettingCheck({ name, label, hint }: { name: SwitchName; label: string; hint?: ReactNode }) {
  const checked = useChat((state) => state.settings[name])
  const change = useChangeSettings()
  return (
    <SavedCheck label={label} hint={hint} checked={checked} save={(value) => change({ [name]: value })} />
  )
}

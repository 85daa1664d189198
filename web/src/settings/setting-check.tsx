import type { ReactNode } from 'react'
import { callChat } from '../api/chat-api.ts'
import type { UserSettings } from '../chat/state/chat-state.ts'
import { useChat, useWorkspace } from '../chat/state/workspace.ts'
import { t } from '../texts/texts.ts'
import { SavedCheck } from '../ui/saved-check.tsx'
import { showToast } from '../ui/toast.tsx'

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

/** Saves settings of the user. They apply here at once, before the event arrives. */
export function useChangeSettings(): (change: Partial<UserSettings>) => Promise<void> {
  const { state } = useWorkspace()
  return async (change) => {
    await callChat('PATCH /settings', change)
    const now = state.get()
    state.set({ ...now, settings: { ...now.settings, ...change } })
    showToast(t.ui.saved)
  }
}

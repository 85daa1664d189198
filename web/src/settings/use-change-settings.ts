import { callChat } from '../api/chat-api.ts'
import type { UserSettings } from '../chat/state/chat-state.ts'
import { useWorkspace } from '../chat/state/workspace.ts'
import { t } from '../texts/texts.ts'
import { showToast } from '../ui/toast.tsx'

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

import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

export function DeactivatePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const texts = t.organization.people
  async function deactivate() {
    await callChat('DELETE /users/{user_id}', { user_id: person.user_id })
    showToast(texts.wasDeactivated(person.full_name))
  }
  return (
    <ConfirmDialog
      title={texts.deactivateTitle(person.full_name)}
      confirm={texts.deactivate}
      onConfirm={deactivate}
      onClose={onClose}
    >
      {texts.deactivateHint}
    </ConfirmDialog>
  )
}

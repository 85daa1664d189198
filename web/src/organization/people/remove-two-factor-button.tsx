import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

/** For a member who has lost the device. Whether they have a second factor, only they know. */
export function RemoveTwoFactorButton({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false)
  const texts = t.settings.twoFactor
  async function remove() {
    await callChat('DELETE /users/{user_id}/two_factor', { user_id: person.user_id })
    showToast(texts.removed)
  }
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {texts.removeOf}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.removeTitle(person.full_name)}
          confirm={t.ui.remove}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </>
  )
}

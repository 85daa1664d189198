import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { o } from '../../texts/organization-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'

/** For an administrator who erases a person. */
export function PersonalDataButtons({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false)
  const [deletes, setDeletes] = useState(false)
  const texts = o.people
  const { user_id, full_name: name } = person
  async function erase() {
    await callChat('POST /users/{user_id}/erasure', { user_id, messages: deletes ? 'delete' : 'keep' })
    showToast(texts.erased)
  }
  return (
    <div>
      <Button size="small" look="danger" onClick={() => setAsking(true)}>
        {texts.erase}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.eraseTitle(name)}
          confirm={texts.erase}
          onConfirm={erase}
          onClose={() => setAsking(false)}
        >
          <p>{texts.eraseText}</p>
          <CheckField
            label={texts.eraseMessages}
            hint={texts.eraseMessagesHint}
            checked={deletes}
            onChange={(event) => setDeletes(event.target.checked)}
          />
        </ConfirmDialog>
      )}
    </div>
  )
}

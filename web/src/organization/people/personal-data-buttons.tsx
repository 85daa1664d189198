import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { o } from '../../texts/organization-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

/** For an administrator who exports what is stored about a person, or erases the person. */
export function PersonalDataButtons({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false)
  const [deletes, setDeletes] = useState(false)
  const texts = o.people
  const { user_id, full_name: name } = person
  const submit = useSubmit()
  async function exportData() {
    await callChat('POST /users/{user_id}/export', { user_id })
    showToast(texts.exporting)
  }
  async function erase() {
    await callChat('POST /users/{user_id}/erasure', { user_id, messages: deletes ? 'delete' : 'keep' })
    showToast(texts.erased)
  }
  return (
    <div>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <Button size="small" busy={submit.busy} onClick={() => void submit.run(exportData)}>
        {texts.exportData}
      </Button>{' '}
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

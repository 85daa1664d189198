import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { isMissing } from '../../api/server-mode.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { o } from '../../texts/organization-texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinksDialog } from '../../ui/links-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

/** An administrator helps a person who has lost their password: by mail, or with a link if the server sends none. */
export function ResetPasswordDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [link, setLink] = useState<string>()
  const { full_name: name, email, user_id } = person
  const texts = o.people
  async function reset() {
    const { reset_link: made } = await callChat('POST /users/{user_id}/password_reset', { user_id })
    if (made === null) return showToast(texts.resetSent(email))
    setLink(made)
    return 'open'
  }
  if (link !== undefined)
    return (
      <LinksDialog
        title={texts.reset}
        text={texts.resetReady(name)}
        links={[{ name, link }]}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title={texts.resetTitle(name)}
      confirm={texts.reset}
      look="primary"
      onConfirm={reset}
      onClose={onClose}
    >
      {isMissing('mail') ? texts.resetLink : texts.resetMail(email)}
    </ConfirmDialog>
  )
}

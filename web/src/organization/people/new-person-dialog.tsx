import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'

/** Creates an account without an invitation. The administrator passes on the first password. */
export function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const [fullName, setFullName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.people
  async function create(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(() => callChat('POST /users', { full_name: fullName, email, password }))
    if (!done) return
    showToast(texts.created(fullName))
    onClose()
  }
  return (
    <Dialog
      title={texts.create}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.ui.create} busy={submit.busy} onCancel={onClose} />}
    >
      <p className={styles.soft}>{texts.createHint}</p>
      <form id={form} className={styles.form} onSubmit={(event) => void create(event)}>
        <TextField
          label={texts.name}
          required
          autoComplete="off"
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
        />
        <TextField
          label={texts.email}
          required
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={texts.password}
          hint={texts.passwordHint}
          required
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}

import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { FormStack } from '../settings-section.tsx'

/** Confirms the identity of the signed-in user. */
export function AskPasswordDialog({
  title,
  confirm = title,
  children,
  withCode = false,
  onPassword,
  onClose,
}: {
  title: string
  /** the label of the button, if not the title */
  confirm?: string
  children?: ReactNode
  /** also asks for a code of the second factor */
  withCode?: boolean
  onPassword: (password: string, code: string) => Promise<unknown>
  onClose: () => void
}) {
  const id = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submit = useSubmit()
  async function send() {
    if (await submit.run(() => onPassword(password, code))) onClose()
  }
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={<FormActions form={id} submit={confirm} busy={submit.busy} onCancel={onClose} />}
    >
      <FormStack id={id} onSubmit={() => void send()}>
        {children !== undefined && <p>{children}</p>}
        <TextField
          label={t.settings.password.yours}
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          error={submit.error === undefined ? undefined : messageOf(submit.error)}
          onChange={(event) => setPassword(event.target.value)}
        />
        {withCode && (
          <TextField
            label={t.signIn.code}
            hint={t.signIn.codeHint}
            autoComplete="one-time-code"
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </FormStack>
    </Dialog>
  )
}

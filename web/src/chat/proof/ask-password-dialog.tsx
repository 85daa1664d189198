import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions, FormStack } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

/** Confirms the identity of the signed-in user. */
export function AskPasswordDialog({
  title,
  confirm = title,
  children,
  withCode = false,
  isOptional = false,
  onPassword,
  onClose,
}: {
  title: string
  /** the label of the button, if not the title */
  confirm?: string
  children?: ReactNode
  /** also asks for a code of the second factor */
  withCode?: boolean
  /** accounts without a password need none */
  isOptional?: boolean
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
        {children}
        <TextField
          label={t.settings.password.yours}
          type="password"
          autoComplete="current-password"
          required={!isOptional}
          {...(isOptional && { hint: t.settings.password.yoursIfAny })}
          autoFocus
          value={password}
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
        {/* The reason may be the password, the code, or what they are for. */}
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </FormStack>
    </Dialog>
  )
}

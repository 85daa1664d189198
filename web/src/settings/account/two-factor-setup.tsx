import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { FormStack } from '../settings-section.tsx'

export type NewSecret = Pick<ChatOutput<'POST /users/me/two_factor'>, 'secret' | 'uri'>

interface TwoFactorSetupProps {
  secret: NewSecret
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Shows the secret, once, and asks for a code, which proves that the app has it. */
export function TwoFactorSetup({ secret, onConfirmed, onClose }: TwoFactorSetupProps) {
  const [code, setCode] = useState('')
  const submit = useSubmit()
  const form = useId()
  const texts = t.settings.twoFactor
  const confirm = () =>
    submit.run(async () => {
      const confirmed = await callChat('POST /users/me/two_factor/confirm', { code })
      onConfirmed(confirmed.recovery_codes)
    })
  return (
    <Dialog
      title={texts.setUpTitle}
      size="small"
      onClose={onClose}
      actions={<FormActions form={form} submit={texts.confirm} busy={submit.busy} onCancel={onClose} />}
    >
      <FormStack id={form} onSubmit={() => void confirm()}>
        <p>{texts.scan}</p>
        <QrCode label={texts.qrLabel} text={secret.uri} />
        <p>
          {texts.byHand} <CopiedValue label={texts.secret} value={secret.secret} />
        </p>
        <TextField
          label={texts.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          value={code}
          error={submit.error === undefined ? undefined : messageOf(submit.error)}
          hint={texts.signsOut}
          onChange={(event) => setCode(event.target.value)}
        />
      </FormStack>
    </Dialog>
  )
}

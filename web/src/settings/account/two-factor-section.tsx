import { Download, ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { AskPasswordDialog } from '../../chat/proof/ask-password-dialog.tsx'
import { useTwoFactor } from '../../chat/proof/use-two-factor.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedValue, CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions, FormStack } from '../../ui/form-actions.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ButtonRow, SettingsSection } from '../settings-section.tsx'
import styles from './two-factor-section.module.css'

/** A code of an app besides the password. `onStored`: the recovery codes have been shown. */
export function TwoFactorSection({ onStored }: { onStored?: () => void }) {
  const { data, error, refetch } = useTwoFactor()
  const [asking, setAsking] = useState<'begin' | 'codes' | 'off'>()
  const [secret, setSecret] = useState<NewSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const texts = t.settings.twoFactor
  const close = () => setAsking(undefined)
  return (
    <SettingsSection title={texts.title} intro={texts.intro}>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {error === null && !data && <LoadingState />}
      {data?.enabled && (
        <p>
          <Badge look="success">{texts.on}</Badge> {texts.codesLeft(data.recovery_codes_left)}
        </p>
      )}
      <ButtonRow>
        {data && !data.enabled && (
          <Button icon={<ShieldCheck />} onClick={() => setAsking('begin')}>
            {texts.setUp}
          </Button>
        )}
        {data?.enabled && (
          <>
            <Button onClick={() => setAsking('codes')}>{texts.newCodes}</Button>
            <Button look="danger" onClick={() => setAsking('off')}>
              {texts.switchOff}
            </Button>
          </>
        )}
      </ButtonRow>
      {asking === 'begin' && (
        <AskPasswordDialog
          title={texts.setUpTitle}
          confirm={texts.setUp}
          onPassword={async (password) =>
            setSecret(await callChat('POST /users/me/two_factor', { password }))
          }
          onClose={close}
        />
      )}
      {asking === 'codes' && (
        <AskPasswordDialog
          title={texts.newCodes}
          withCode
          onPassword={async (password, code) => {
            const renewed = await callChat('POST /users/me/two_factor/recovery_codes', { password, code })
            setCodes(renewed.recovery_codes)
          }}
          onClose={close}
        >
          <p>{texts.newCodesText}</p>
        </AskPasswordDialog>
      )}
      {asking === 'off' && (
        <AskPasswordDialog
          title={texts.switchOffTitle}
          confirm={texts.switchOff}
          withCode
          onPassword={async (password, code) => {
            await callChat('DELETE /users/me/two_factor', { password, code })
            showToast(texts.switchedOff)
            void refetch()
          }}
          onClose={close}
        />
      )}
      {secret && (
        <TwoFactorSetup
          secret={secret}
          onConfirmed={(fresh) => {
            setSecret(undefined)
            setCodes(fresh)
          }}
          onClose={() => setSecret(undefined)}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            void refetch()
            onStored?.()
          }}
        />
      )}
    </SettingsSection>
  )
}

/** The only time that the codes are shown. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const texts = t.settings.twoFactor
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      title={texts.codesTitle}
      size="small"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {texts.codesDone}
        </Button>
      }
    >
      <p>{texts.codesIntro}</p>
      <ul className={styles.codes} aria-label={texts.codesTitle}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <CopyButton text={text} />
        <Button
          icon={<Download />}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t.ui.download}
        </Button>
      </ButtonRow>
    </Dialog>
  )
}

type NewSecret = Pick<ChatOutput<'POST /users/me/two_factor'>, 'secret' | 'uri'>

interface TwoFactorSetupProps {
  secret: NewSecret
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Shows the secret, once, and asks for a code, which proves that the app has it. */
function TwoFactorSetup({ secret, onConfirmed, onClose }: TwoFactorSetupProps) {
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

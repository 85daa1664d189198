import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ButtonRow, SettingsSection } from '../settings-section.tsx'
import { AskPasswordDialog } from './ask-password-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { type NewSecret, TwoFactorSetup } from './two-factor-setup.tsx'
import { useTwoFactor } from './use-two-factor.ts'

/** A code of an app besides the password. */
export function TwoFactorSection() {
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
          {texts.newCodesText}
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
          }}
        />
      )}
    </SettingsSection>
  )
}

import { KeyRound, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { AskPasswordDialog } from '../../chat/proof/ask-password-dialog.tsx'
import { useTwoFactor } from '../../chat/proof/use-two-factor.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ApiKeyBox } from '../bots/api-key-box.tsx'
import { ButtonRow, SettingsSection } from '../settings-section.tsx'

/** The key is as powerful as the password. It is shown only after entering the password, and never stored. */
export function ApiKeySection() {
  const email = useChat((state) => state.me.email)
  const [apiKey, setApiKey] = useState<string>()
  const [asking, setAsking] = useState<'show' | 'regenerate'>()
  const close = () => setAsking(undefined)
  const isProtected = useTwoFactor().data?.enabled ?? false
  return (
    <SettingsSection title={t.settings.apiKey.title} intro={t.settings.apiKey.intro}>
      {apiKey !== undefined && <ApiKeyBox email={email} apiKey={apiKey} />}
      <ButtonRow>
        {apiKey === undefined ? (
          <Button icon={<KeyRound />} onClick={() => setAsking('show')}>
            {t.settings.apiKey.show}
          </Button>
        ) : (
          <Button onClick={() => setApiKey(undefined)}>{t.settings.apiKey.hide}</Button>
        )}
        <Button icon={<RefreshCw />} onClick={() => setAsking('regenerate')}>
          {t.settings.apiKey.regenerate}
        </Button>
      </ButtonRow>
      {asking === 'show' && (
        <AskPasswordDialog
          title={t.settings.apiKey.show}
          withCode={isProtected}
          onPassword={async (password, code) => {
            const account = { username: email, password, ...(isProtected && { code }) }
            setApiKey((await callChat('POST /fetch_api_key', account)).api_key)
          }}
          onClose={close}
        />
      )}
      {asking === 'regenerate' && (
        <AskPasswordDialog
          title={t.settings.apiKey.regenerateTitle}
          confirm={t.settings.apiKey.regenerate}
          withCode={isProtected}
          onPassword={async (password, code) => {
            const proof = { password, ...(isProtected && { code }) }
            setApiKey((await callChat('POST /users/me/api_key/regenerate', proof)).api_key)
          }}
          onClose={close}
        >
          <p>{t.settings.apiKey.regenerateText}</p>
        </AskPasswordDialog>
      )}
    </SettingsSection>
  )
}

import { callChat } from '../api/chat-api.ts'
import { TwoFactorSection } from '../settings/account/two-factor-section.tsx'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { EntrancePage } from '../ui/entrance-page.tsx'
import { useSubmit } from '../ui/use-submit.ts'

interface RequiredFactorPageProps {
  onSetUp: () => void
  onSignedOut: () => void
}

/** The organization requires a second factor: nothing else opens before it is set up. */
export function RequiredFactorPage({ onSetUp, onSignedOut }: RequiredFactorPageProps) {
  const submit = useSubmit()
  async function signOut() {
    if (await submit.run(() => callChat('DELETE /sessions/current', {}))) onSignedOut()
  }
  return (
    <EntrancePage title={t.settings.twoFactor.requiredTitle} intro={t.settings.twoFactor.required}>
      <TwoFactorSection onStored={onSetUp} />
      <Button look="quiet" size="small" busy={submit.busy} onClick={() => void signOut()}>
        {t.settings.twoFactor.leave}
      </Button>
    </EntrancePage>
  )
}

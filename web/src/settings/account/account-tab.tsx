import { ApiKeySection } from './api-key-section.tsx'
import { DeactivateSection } from './deactivate-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

export function AccountTab() {
  return (
    <>
      <PasswordSection />
      <TwoFactorSection />
      <SessionsSection />
      <PrivacySection />
      <ApiKeySection />
      <DeactivateSection />
    </>
  )
}

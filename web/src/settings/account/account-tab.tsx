import { ApiKeySection } from './api-key-section.tsx'
import { DeactivateSection } from './deactivate-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function AccountTab() {
  return (
    <>
      <PasswordSection />
      <SessionsSection />
      <PrivacySection />
      <ApiKeySection />
      <DeactivateSection />
    </>
  )
}

import { e } from '../texts/entrance-texts.ts'
import { t } from '../texts/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EntrancePage } from '../ui/entrance-page.tsx'

const SIGN_IN = '/api/v1/openid/sign_in'

/** Another attempt may succeed, without anybody's help. */
const mayPass = new Set(['unavailable', 'cancelled', 'refused', 'not_begun_here', 'too_many_attempts'])

/** The server could not sign the person in with OpenID Connect. It names the reason in the address. */
export function SignInFailedPage({ reason }: { reason: string }) {
  const texts = e.signInFailed
  const known = Object.hasOwn(texts, reason) ? texts[reason as keyof typeof texts] : texts.refused
  return (
    <EntrancePage title={known.title}>
      <p>{known.help}</p>
      {mayPass.has(reason) && (
        <ButtonLink look="primary" href={SIGN_IN}>
          {t.ui.tryAgain}
        </ButtonLink>
      )}
      <p>
        <a href="/">{e.toSignIn}</a>
      </p>
    </EntrancePage>
  )
}

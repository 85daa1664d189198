import { t } from '../texts/texts.ts'
import { ButtonLink } from './button.tsx'
import styles from './external-sign-in.module.css'

interface ExternalSignInProps {
  /** `external_authentication_methods` of the server */
  methods: readonly { name: string; display_name: string; login_url: string }[]
  /** where to go afterwards, or the invitation of a person who joins */
  parameters: Record<string, string>
  onLeave?: () => void
}

/** Signing in at a provider instead of with a password. The browser leaves the app, and comes back. */
export function ExternalSignIn({ methods, parameters, onLeave }: ExternalSignInProps) {
  if (methods.length === 0) return null
  return (
    <>
      {methods.map(({ name, display_name: label, login_url: url }) => (
        <ButtonLink
          key={name}
          look="primary"
          href={`${url}?${new URLSearchParams(parameters)}`}
          {...(onLeave && { onClick: onLeave })}
        >
          {t.signIn.continueWith(label)}
        </ButtonLink>
      ))}
      <div className={styles.or}>{t.signIn.orPassword}</div>
    </>
  )
}

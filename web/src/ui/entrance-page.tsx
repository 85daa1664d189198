import { type ReactNode, useEffect } from 'react'
import { t } from '../texts/texts.ts'
import { ButtonLink } from './button.tsx'
import styles from './entrance-page.module.css'

/** The layout of pages before sign-in: signing in, accepting an invitation, choosing a password, errors. */
export function EntrancePage({
  title,
  intro,
  icon,
  children,
}: {
  title: string
  intro?: ReactNode
  /** of the organization */
  icon?: string | undefined
  children: ReactNode
}) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img
          className={styles.icon}
          src={icon ? ownAddress(icon) : '/switchboard.svg'}
          alt=""
          width={48}
          height={48}
        />
        <h1>{title}</h1>
        {intro && <div className={styles.intro}>{intro}</div>}
        {children}
      </div>
    </main>
  )
}

/** Pictures may only come from the host of the page, which may have several names. */
function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}

interface ExternalSignInProps {
  /** `external_authentication_methods` of the server */
  methods: readonly { name: string; display_name: string; login_url: string }[]
  /** where to go afterwards, or the invitation of a person who joins */
  parameters: Record<string, string>
  onLeave?: () => void
}

function withParameters(path: string, parameters: Record<string, string>): string {
  const url = new URL(path, location.href)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.pathname + url.search
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
          href={withParameters(url, parameters)}
          {...(onLeave && { onClick: onLeave })}
        >
          {t.signIn.continueWith(label)}
        </ButtonLink>
      ))}
      <div className={styles.or}>{t.signIn.orPassword}</div>
    </>
  )
}

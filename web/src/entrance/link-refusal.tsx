import { ApiError } from '@switchboard/client'
import type { ReactNode } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { e } from '../texts/entrance-texts.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { EntrancePage } from '../ui/entrance-page.tsx'
import { Notice } from '../ui/notice.tsx'

interface RefusalProps {
  error: unknown
  onRetry: () => void
}

/** Why the server refuses the link; undefined: for another reason than the link. */
function faultOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.code === 'INVALID_LINK' ? String(error.details.reason) : undefined
}

export function InvitationRefusal({ error, onRetry }: RefusalProps) {
  const texts = e.badLink.invitation
  const fault = faultOf(error)
  if (fault === undefined) return <OtherFailure error={error} onRetry={onRetry} />
  const known = Object.hasOwn(texts, fault) ? texts[fault as keyof typeof texts] : texts.withdrawn
  return (
    <Refusal {...known}>
      <a href="/">{e.toSignIn}</a>
    </Refusal>
  )
}

export function ResetRefusal({ error, onRetry }: RefusalProps) {
  if (faultOf(error) === undefined) return <OtherFailure error={error} onRetry={onRetry} />
  return (
    <Refusal {...e.badLink.reset}>
      <a href="/#forgotten-password">{e.badLink.reset.again}</a>
    </Refusal>
  )
}

export function EmailChangeRefusal({ error, onRetry }: RefusalProps) {
  if (faultOf(error) === undefined) return <OtherFailure error={error} onRetry={onRetry} />
  return (
    <Refusal {...e.badLink.emailChange}>
      <a href="/#settings/account">{e.toApp}</a>
    </Refusal>
  )
}

export function UnsubscribeRefusal({ error, onRetry }: RefusalProps) {
  if (faultOf(error) === undefined) return <OtherFailure error={error} onRetry={onRetry} />
  return (
    <Refusal {...e.badLink.unsubscribe}>
      <a href="/#settings/notifications">{e.toApp}</a>
    </Refusal>
  )
}

function Refusal({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <EntrancePage title={title}>
      <p>{help}</p>
      <p>{children}</p>
    </EntrancePage>
  )
}

/** The server cannot be reached, or limits requests, or knows another reason. */
function OtherFailure({ error, onRetry }: RefusalProps) {
  return (
    <EntrancePage title={e.badLink.title}>
      <Notice look="danger">{messageOf(error)}</Notice>
      <Button onClick={onRetry}>{t.ui.tryAgain}</Button>
    </EntrancePage>
  )
}

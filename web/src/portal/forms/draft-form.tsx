import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { DraftContext } from './draft-context.ts'
import styles from './draft-form.module.css'
import type { Draft } from './use-draft.ts'

interface DraftFormProps {
  draft: Draft
  id?: string
  /** Instead of saving at once: to ask first. */
  onSubmit?: () => void
  children: ReactNode
}

/** Fields inside write to the draft. Only the server validates, so that there is one set of rules. */
export function DraftForm({ draft, id, onSubmit = () => void draft.submit(), children }: DraftFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { error } = draft
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  function send(event: FormEvent) {
    event.preventDefault()
    if (!draft.readOnly) onSubmit()
  }
  return (
    <DraftContext value={draft}>
      <form ref={form} id={id} noValidate onSubmit={send} className={styles.form}>
        {children}
        {error !== undefined && <Notice look="danger">{complaintOf(draft)}</Notice>}
      </form>
    </DraftContext>
  )
}

function complaintOf({ error, shown }: Draft): string {
  const faults = faultsOf(error)
  const allMarked = faults.length > 0 && faults.every(({ pointer }) => shown.has(pointer))
  return allMarked ? p.shell.form.checkMarked : messageOf(error)
}

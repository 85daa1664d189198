import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { faultsOf, messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './draft-form.module.css'
import { type FormDraft, isWithin } from './use-draft.ts'

interface DraftFormProps {
  draft: FormDraft
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
    <form ref={form} id={id} noValidate onSubmit={send} className={styles.form}>
      {children}
      {error !== undefined && <Notice look="danger">{complaintOf(draft)}</Notice>}
    </form>
  )
}

function complaintOf({ error, shown }: FormDraft): string {
  const faults = faultsOf(error)
  const isMarked = (pointer: string) => [...shown].some((field) => isWithin(pointer, field))
  const allMarked = faults.length > 0 && faults.every(({ pointer }) => isMarked(pointer))
  return allMarked ? t.resource.form.checkMarked : messageOf(error)
}

/** Sticks to the bottom of a long form while there are unsaved changes. */
export function SaveBar({ draft }: { draft: FormDraft }) {
  if (!draft.changed) return null
  return (
    <div className={styles.bar}>
      <p role="status">{t.resource.form.unsaved}</p>
      <Button onClick={draft.discard} disabled={draft.busy}>
        {t.resource.form.discard}
      </Button>
      <Button type="submit" look="primary" busy={draft.busy}>
        {t.ui.save}
      </Button>
    </div>
  )
}

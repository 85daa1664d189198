import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import styles from './form-actions.module.css'

interface FormActionsProps {
  /** The id of the form, which is elsewhere in the dialog. */
  form: string
  /** The word on the button that sends it. */
  submit: string
  busy: boolean
  disabled?: boolean
  onCancel: () => void
}

/** The two buttons at the bottom of a dialog with a form. */
export function FormActions({ form, submit, busy, disabled, onCancel }: FormActionsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t.ui.cancel}</Button>
      <Button type="submit" form={form} look="primary" busy={busy} disabled={disabled}>
        {submit}
      </Button>
    </>
  )
}

interface FormStackProps {
  id?: string
  onSubmit: () => void
  children: ReactNode
}

/** A form whose fields are below each other. */
export function FormStack({ id, onSubmit, children }: FormStackProps) {
  return (
    <form
      id={id}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

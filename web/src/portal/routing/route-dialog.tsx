import { type FormEvent, type ReactNode, useId } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from './routing.module.css'

export interface RouteForm {
  number: string
  name: string
}

interface RouteDialogProps<Form extends RouteForm> {
  title: string
  isNew: boolean
  form: Form
  onChange: (changes: Partial<RouteForm>) => void
  save: () => Promise<unknown>
  onClose: () => void
  onSaved: () => void
  children: (faultAt: (pointer: string) => string | undefined) => ReactNode
}

/** A route has a number, a name, and what its kind needs. */
export function RouteDialog<Form extends RouteForm>(props: RouteDialogProps<Form>) {
  const { title, isNew, form, onChange, save, onClose, onSaved, children } = props
  const submit = useSubmit()
  const id = useId()
  const faults = faultsOf(submit.error)
  const faultAt = (start: string) => faults.find(({ pointer }) => pointer.startsWith(start))?.detail

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!(await submit.run(save))) return
    showToast(t.ui.saved)
    onSaved()
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <FormActions
          form={id}
          submit={isNew ? t.ui.create : t.ui.save}
          busy={submit.busy}
          onCancel={onClose}
        />
      }
    >
      <form id={id} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        <FieldGrid>
          <TextField
            label={p.routing.number}
            hint={p.routing.numberHint}
            error={faultAt('/number')}
            inputMode="numeric"
            autoComplete="off"
            required
            value={form.number}
            onChange={(event) => onChange({ number: event.target.value } as Partial<Form>)}
          />
          <TextField
            label={p.routing.name}
            error={faultAt('/name')}
            autoComplete="off"
            required
            value={form.name}
            onChange={(event) => onChange({ name: event.target.value } as Partial<Form>)}
          />
        </FieldGrid>
        {children(faultAt)}
      </form>
    </Dialog>
  )
}

/** What is no number is sent as it was typed: the server explains what is wrong. */
export const numberOf = (text: string): number => {
  const typed = text.trim()
  return (/^\d+$/.test(typed) ? Number(typed) : typed) as number
}

/** Only what differs from what is stored, so that others' changes stay. */
export function changesOf<Body extends object>(stored: object | undefined, body: Body): Body {
  if (!stored) return body
  const before = stored as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Body
}

import { type FormEvent, type ReactNode, useId, useState } from 'react'
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
import type { Route, RouteEditing } from './route.ts'
import styles from './routing.module.css'

export interface RouteForm {
  number: string
  name: string
}

interface RouteDialogProps<Stored, Form, Body> extends Omit<RouteEditing<Stored>, 'instanceUuid'> {
  /** The title for a new one. */
  add: string
  formOf: (route: Stored | undefined) => Form
  bodyOf: (form: Form) => Body
  create: (body: Body) => Promise<Stored>
  change: (id: string, changes: Body) => Promise<Stored>
  children: (fields: {
    form: Form
    set: (changes: Partial<Form>) => void
    faultAt: (pointer: string) => string | undefined
  }) => ReactNode
}

/** A route has a number, a name, and what its kind needs. */
export function RouteDialog<Stored extends Route, Form extends RouteForm, Body extends object>(
  props: RouteDialogProps<Stored, Form, Body>,
) {
  const { route, add, formOf, bodyOf, create, change, onClose, onSaved, children } = props
  const [form, setForm] = useState(() => formOf(route))
  const set = (changes: Partial<Form>) => setForm((before) => ({ ...before, ...changes }))
  const submit = useSubmit()
  const id = useId()
  const faults = faultsOf(submit.error)
  const faultAt = (start: string) => faults.find(({ pointer }) => pointer.startsWith(start))?.detail

  async function save() {
    const body = bodyOf(form)
    const saved = route ? await change(route.id, changesOf(route, body)) : await create(body)
    showToast(t.ui.saved)
    onSaved(saved)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void submit.run(save)
  }
  return (
    <Dialog
      title={route ? p.routing.edit(route.name) : add}
      onClose={onClose}
      actions={
        <FormActions
          form={id}
          submit={route ? t.ui.save : t.ui.create}
          busy={submit.busy}
          onCancel={onClose}
        />
      }
    >
      <form id={id} className={styles.form} noValidate onSubmit={send}>
        {submit.error !== undefined && (
          <Notice look="danger">
            {faults.length > 0 ? p.shell.form.checkMarked : messageOf(submit.error)}
          </Notice>
        )}
        <FieldGrid>
          <TextField
            label={p.routing.number}
            hint={p.routing.numberHint}
            error={faultAt('/number')}
            inputMode="numeric"
            autoComplete="off"
            required
            value={form.number}
            onChange={(event) => set({ number: event.target.value } as Partial<Form>)}
          />
          <TextField
            label={p.routing.name}
            error={faultAt('/name')}
            autoComplete="off"
            required
            value={form.name}
            onChange={(event) => set({ name: event.target.value } as Partial<Form>)}
          />
        </FieldGrid>
        {children({ form, set, faultAt })}
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
function changesOf<Body extends object>(stored: object, body: Body): Body {
  const before = stored as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Body
}

import type { TextingContact } from '@switchboard/client/telephony'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import styles from './contact-dialog.module.css'

interface ContactDialogProps {
  /** undefined: a new one */
  contact?: TextingContact
  onClose: () => void
  onSaved: (contact: TextingContact) => void
}

export function ContactDialog({ contact, onClose, onSaved }: ContactDialogProps) {
  const { client } = usePortal()
  const [values, setValues] = useState({
    number: contact?.number ?? '',
    first_name: contact?.first_name ?? '',
    last_name: contact?.last_name ?? '',
    email: contact?.email ?? '',
  })
  const submit = useSubmit()
  const form = useId()
  const faults = faultsOf(submit.error)
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    error: faults.find(({ pointer }) => pointer === `/${name}`)?.detail,
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    const { number, email, ...names } = values
    const body = { ...names, email: email.trim() || null }
    const done = await submit.run(async () =>
      onSaved(
        contact
          ? await client.call('PUT /texting/v2/contacts/{contact_id}', { contact_id: contact.id }, body)
          : await client.call('POST /texting/v2/contacts', {}, { ...body, number: number.trim() }),
      ),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={contact ? p.texting.editContact : p.texting.addContact}
      size="small"
      onClose={onClose}
      actions={<FormActions form={form} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <TextField
          label={p.texting.number}
          type="tel"
          required
          maxLength={40}
          readOnly={contact !== undefined}
          hint={contact ? p.texting.numberFixed : p.texting.numberHint}
          {...field('number')}
        />
        <TextField label={p.texting.firstName} maxLength={200} {...field('first_name')} />
        <TextField label={p.texting.lastName} maxLength={200} {...field('last_name')} />
        <TextField label={p.texting.email} maxLength={254} {...field('email')} />
        {submit.error !== undefined && faults.length === 0 && (
          <Notice look="danger">{messageOf(submit.error)}</Notice>
        )}
      </form>
    </Dialog>
  )
}

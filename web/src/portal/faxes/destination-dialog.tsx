import { type FormEvent, useId, useState } from 'react'
import type { FaxDestination } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'

interface DestinationDialogProps {
  /** undefined: a new one */
  destination?: FaxDestination
  onClose: () => void
  onSaved: () => void
}

export function DestinationDialog({ destination, onClose, onSaved }: DestinationDialogProps) {
  const { client } = usePortal()
  const [text, setText] = useState(destination?.emails.join('\n') ?? '')
  const submit = useSubmit()
  const form = useId()
  const emails = text.split(/[\s,;]+/).filter((email) => email !== '')

  async function save(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(() =>
      destination
        ? client.call(
            'PUT /fax/destinations/{destination_id}',
            { destination_id: destination.id },
            { emails },
          )
        : client.call('POST /fax/destinations', {}, { emails }),
    )
    if (!done) return
    onSaved()
    onClose()
  }
  return (
    <Dialog
      title={destination ? p.faxes.editDestinationTitle : p.faxes.addDestination}
      size="small"
      onClose={onClose}
      actions={<FormActions form={form} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <form id={form} onSubmit={(event) => void save(event)}>
        <TextArea
          label={p.faxes.emails}
          hint={p.faxes.emailsHint}
          required
          rows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={submit.error === undefined ? undefined : complaintOf(submit.error, emails)}
        />
      </form>
    </Dialog>
  )
}

/** The server names addresses by their index; the user knows them by their text. */
function complaintOf(error: unknown, emails: readonly string[]): string {
  const faults = faultsOf(error).map(({ pointer, detail }) => {
    const email = emails[Number(pointer.split('/')[2])]
    return email === undefined ? detail : p.faxes.emailFault(email, detail)
  })
  return faults.length > 0 ? faults.join(', ') : messageOf(error)
}

import { useId } from 'react'
import type { NewContact } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { userName } from './user-name.ts'

/** Creating a user invites them: the server sends an email to the address. */
export function CreateUserDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const { client } = usePortal()
  const id = useId()
  const draft = useDraft({
    stored: {},
    async save(patch) {
      const user = await client.call('POST /company/contacts', {}, { first_name: '', ...patch } as NewContact)
      showToast(user.work_email ? p.users.createdAndInvited(userName(user)) : p.users.created(userName(user)))
      onCreated()
      onClose()
    },
  })
  return (
    <Dialog
      title={p.users.create}
      onClose={onClose}
      actions={
        <FormActions form={id} submit={p.users.createAndInvite} busy={draft.busy} onCancel={onClose} />
      }
    >
      <p>{p.users.createText}</p>
      <DraftForm draft={draft} id={id}>
        <FieldGrid>
          <DraftText at="/first_name" label={p.users.firstName} required />
          <DraftText at="/last_name" label={p.users.lastName} />
        </FieldGrid>
        <DraftText at="/contacts/email" label={p.users.email} type="email" hint={p.users.emailHint} />
        <FieldGrid>
          <DraftText at="/title" label={p.users.jobTitle} />
          <DraftText at="/contacts/phones/work" label={p.users.phones.work} type="tel" />
        </FieldGrid>
      </DraftForm>
    </Dialog>
  )
}

import { MailPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Contact, ContactPatch } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { BulkDialog } from '../bulk/bulk-dialog.tsx'
import { BulkEditDialog, type BulkField } from '../bulk/bulk-edit-dialog.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { usePortal } from '../shell/portal-context.ts'
import { userName } from './user-name.ts'

/** Changes, invites or deletes the selected users. */
export function UserBulkBar({ selection }: { selection: Selection<Contact> }) {
  const { client } = usePortal()
  const [asked, setAsked] = useState<'edit' | 'invite' | 'delete'>()
  const { items } = selection
  const dialog = { items, nameOf: userName, onDone: selection.keep, onClose: () => setAsked(undefined) }
  const fields: BulkField[] = [
    {
      pointer: '/activated',
      label: p.users.enabled,
      options: [
        { value: true, text: p.bulk.yes },
        { value: false, text: p.bulk.no },
      ],
    },
    {
      pointer: '/timezone',
      label: p.users.timezone,
      options: ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, text: zone })),
    },
  ]
  return (
    <>
      <BulkBar count={items.length} onClear={() => selection.keep([])}>
        <Button size="small" icon={<Pencil />} onClick={() => setAsked('edit')}>
          {t.ui.edit}
        </Button>
        <Button size="small" icon={<MailPlus />} onClick={() => setAsked('invite')}>
          {p.users.inviteAgain}
        </Button>
        <Button size="small" look="danger" icon={<Trash2 />} onClick={() => setAsked('delete')}>
          {t.ui.delete}
        </Button>
      </BulkBar>
      {asked === 'edit' && (
        <BulkEditDialog
          {...dialog}
          title={p.users.bulkEdit(items.length)}
          fields={fields}
          save={({ id }, patch) =>
            client.call('PATCH /company/contacts/{contact_id}', { contact_id: id }, patch as ContactPatch)
          }
        />
      )}
      {asked === 'invite' && (
        <BulkDialog
          {...dialog}
          title={p.users.bulkInvite(items.length)}
          confirm={p.users.inviteAgain}
          look="primary"
          work={({ id }) => client.call('POST /company/contacts/{contact_id}/invitation', { contact_id: id })}
        >
          {p.users.bulkInviteText}
        </BulkDialog>
      )}
      {asked === 'delete' && (
        <BulkDialog
          {...dialog}
          title={p.users.bulkDelete(items.length)}
          confirm={t.ui.delete}
          work={({ id }) => client.call('DELETE /company/contacts/{contact_id}', { contact_id: id })}
        >
          {p.users.deleteText}
        </BulkDialog>
      )}
    </>
  )
}

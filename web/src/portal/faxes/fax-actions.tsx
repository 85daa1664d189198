import { Download, Mail, MailOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FaxMessage } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { openPortalPath } from '../shell/portal-path.ts'

/** The actions for a fax. Only the owner can delete it. */
export function FaxActions({ fax }: { fax: FaxMessage }) {
  const { client, mayManage } = usePortal()
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const which = { fax_id: fax.id }

  async function work(task: () => Promise<unknown>) {
    setBusy(true)
    await task().catch((error) => showToast(messageOf(error), 'danger'))
    setBusy(false)
  }
  async function remove() {
    await client.call('DELETE /fax/messages/{fax_id}', which)
    showToast(p.faxes.faxDeleted)
    openPortalPath('faxes', ...(fax.direction === 'outbound' ? ['sent'] : []))
  }
  return (
    <>
      <Button
        icon={<Download />}
        busy={busy}
        onClick={() =>
          void work(async () =>
            saveBlob(
              await client.download('GET /fax/messages/{fax_id}/file', { fax_id: fax.id }),
              `fax-${fax.id}.pdf`,
            ),
          )
        }
      >
        {p.faxes.downloadPdf}
      </Button>
      {fax.direction === 'inbound' && (
        <Button
          icon={fax.is_read ? <Mail /> : <MailOpen />}
          onClick={() =>
            void work(() => client.call('PATCH /fax/messages/{fax_id}', which, { is_read: !fax.is_read }))
          }
        >
          {fax.is_read ? p.faxes.markUnread : p.faxes.markRead}
        </Button>
      )}
      {mayManage && (
        <Button icon={<Trash2 />} onClick={() => setDeleting(true)}>
          {p.faxes.deleteFax}
        </Button>
      )}
      {deleting && (
        <ConfirmDialog
          title={p.faxes.deleteFax}
          confirm={p.faxes.deleteFax}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          {p.faxes.deleteFaxText}
        </ConfirmDialog>
      )}
    </>
  )
}

import type { Extension } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { openPortalPath } from '../shell/portal-path.ts'

export function DeleteExtensionDialog({
  instanceUuid,
  extension,
  onClose,
}: {
  instanceUuid: string
  extension: Extension
  onClose: () => void
}) {
  const { client } = usePortal()
  const { id: number, name } = extension.data
  async function remove() {
    await client.call('DELETE /instances/{instance_uuid}/bulks/extensions/{extension_id}', {
      instance_uuid: instanceUuid,
      extension_id: extension._id,
    })
    showToast(p.extensions.deleted(number))
    openPortalPath('extensions', instanceUuid)
  }
  return (
    <ConfirmDialog
      title={p.extensions.deleteTitle(number)}
      confirm={t.ui.delete}
      onConfirm={remove}
      onClose={onClose}
    >
      {p.extensions.deleteText(name)}
    </ConfirmDialog>
  )
}

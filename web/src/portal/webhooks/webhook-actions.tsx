import { Ellipsis, KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'

/** What can be done with a webhook beside trying it out. */
export function WebhookActions({ webhook, onChanged }: { webhook: Webhook; onChanged: () => void }) {
  const { client } = usePortal()
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>()
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const id = { webhook_id: webhook.id }

  async function turn() {
    try {
      await client.call('PATCH /webhooks/{webhook_id}', id, { enabled: !webhook.enabled })
      showToast(webhook.enabled ? p.webhooks.paused : p.webhooks.resumed)
      onChanged()
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  async function rotate() {
    const { signing_secret: made } = await client.call('POST /webhooks/{webhook_id}/rotate_secret', id)
    setSecret(made)
    onChanged()
  }
  async function remove() {
    await client.call('DELETE /webhooks/{webhook_id}', id)
    showToast(p.webhooks.deleted)
    openPortalPath('webhooks')
  }
  return (
    <>
      <Menu
        label={p.webhooks.more}
        icon={<Ellipsis />}
        groups={[
          [
            { label: t.ui.edit, icon: <Pencil />, onChoose: () => setOpen('edit') },
            {
              label: webhook.enabled ? p.webhooks.pause : p.webhooks.resume,
              icon: webhook.enabled ? <Pause /> : <Play />,
              onChoose: () => void turn(),
            },
            { label: p.webhooks.rotate, icon: <KeyRound />, onChoose: () => setOpen('rotate') },
          ],
          [{ label: t.ui.delete, icon: <Trash2 />, look: 'danger', onChoose: () => setOpen('delete') }],
        ]}
      />
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} onSaved={onChanged} />}
      {open === 'rotate' && (
        <ConfirmDialog
          title={p.webhooks.rotateTitle}
          confirm={p.webhooks.rotate}
          look="primary"
          onConfirm={rotate}
          onClose={close}
        >
          {p.webhooks.rotateText}
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={p.webhooks.deleteTitle}
          confirm={t.ui.delete}
          onConfirm={remove}
          onClose={close}
        >
          {p.webhooks.deleteText(webhook.url)}
        </ConfirmDialog>
      )}
      {secret !== undefined && <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

import { BellOff, CheckCheck, EllipsisVertical, Link2, LogOut, Pin, Settings } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { openHash, useNarrowHash } from '../shell/route.ts'
import type { Subscription } from '../state/chat-state.ts'
import { copyLink } from './copy-link.ts'
import { toastError } from './toast-error.ts'

export function StreamMenu({ stream, className }: { stream: Subscription; className?: string | undefined }) {
  const hashOf = useNarrowHash()
  const [asking, setAsking] = useState(false)
  const { stream_id: streamId, name } = stream
  const set = (property: string, value: boolean) =>
    toastError(
      callChat('PATCH /users/me/subscriptions/{stream_id}', { stream_id: streamId, property, value }),
    )
  return (
    <>
      <Menu
        label={t.sidebar.streamMenu(name)}
        icon={<EllipsisVertical />}
        className={className}
        groups={[
          [
            {
              label: t.sidebar.markRead,
              icon: <CheckCheck />,
              onChoose: () => toastError(callChat('POST /mark_stream_as_read', { stream_id: streamId })),
            },
            {
              label: stream.is_muted ? t.sidebar.unmuteStream : t.sidebar.muteStream,
              icon: <BellOff />,
              onChoose: () => set('is_muted', !stream.is_muted),
            },
            {
              label: stream.pin_to_top ? t.sidebar.unpinStream : t.sidebar.pinStream,
              icon: <Pin />,
              onChoose: () => set('pin_to_top', !stream.pin_to_top),
            },
          ],
          [
            {
              label: t.sidebar.copyLink,
              icon: <Link2 />,
              onChoose: () => void copyLink(hashOf({ kind: 'stream', streamId })),
            },
            {
              label: t.sidebar.streamSettings,
              icon: <Settings />,
              onChoose: () => openHash(`#streams/${streamId}`),
            },
          ],
          [
            {
              label: t.sidebar.unsubscribe,
              icon: <LogOut />,
              look: 'danger',
              onChoose: () => setAsking(true),
            },
          ],
        ]}
      />
      {asking && (
        <ConfirmDialog
          title={t.sidebar.unsubscribeTitle(name)}
          confirm={t.sidebar.unsubscribe}
          onConfirm={() => callChat('DELETE /users/me/subscriptions', { subscriptions: [name] })}
          onClose={() => setAsking(false)}
        >
          {stream.invite_only ? t.sidebar.unsubscribePrivate : t.sidebar.unsubscribeOpen}
        </ConfirmDialog>
      )}
    </>
  )
}

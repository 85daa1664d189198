import { useQueryClient } from '@tanstack/react-query'
import { Mail, MailOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { VoicemailMessage } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { SoundPlayer } from '../sounds/sound-player.tsx'
import styles from './voicemail.module.css'

export function VoicemailRow({ message }: { message: VoicemailMessage }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const [deleting, setDeleting] = useState(false)
  const caller = message.from_name || showNumber(message.from) || p.voicemail.unknown
  const which = { message_id: message.id }
  const refetch = () => queries.invalidateQueries({ queryKey: portalKeys.voicemail.all })
  const mark = (isRead: boolean) =>
    client
      .call('PATCH /voicemail/messages/{message_id}', which, { is_read: isRead })
      .then(refetch)
      .catch((error) => showToast(messageOf(error), 'danger'))
  return (
    <tr className={classNames(!message.is_read && styles.unread)}>
      <td>
        {caller} {message.from_name && <span className={styles.soft}>{showNumber(message.from)}</span>}
      </td>
      <td data-label={p.voicemail.to}>{message.to}</td>
      <td>
        <DateTime at={message.created_at} />
      </td>
      <td data-wide>
        <SoundPlayer
          path={`/voicemail/messages/${encodeURIComponent(message.id)}/audio`}
          seconds={message.duration}
          play={p.voicemail.play(caller)}
          label={p.voicemail.player(caller)}
          onPlay={() => !message.is_read && void mark(true)}
        />
      </td>
      <td>
        <div className={styles.actions}>
          <IconButton
            label={message.is_read ? p.voicemail.markNew : p.voicemail.markHeard}
            onClick={() => void mark(!message.is_read)}
          >
            {message.is_read ? <Mail /> : <MailOpen />}
          </IconButton>
          <IconButton label={p.voicemail.remove} onClick={() => setDeleting(true)}>
            <Trash2 />
          </IconButton>
        </div>
        {deleting && (
          <ConfirmDialog
            title={p.voicemail.removeTitle}
            confirm={p.voicemail.remove}
            onConfirm={() => client.call('DELETE /voicemail/messages/{message_id}', which).then(refetch)}
            onClose={() => setDeleting(false)}
          >
            {p.voicemail.removeText(caller)}
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}

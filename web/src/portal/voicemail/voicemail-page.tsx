import type { VoicemailMessage } from '@switchboard/client/telephony'
import { useQueryClient } from '@tanstack/react-query'
import { Mail, MailOpen, Trash2, Voicemail } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { SoundPlayer } from '../sounds/sound-player.tsx'
import styles from './voicemail-page.module.css'

const PER_PAGE = 25

const callerOf = ({ from_name: name, from }: VoicemailMessage) =>
  name || showNumber(from) || p.voicemail.unknown

/** Messages of callers: the company's for owners, their own for others. */
export function VoicemailPage() {
  const { client } = usePortal()
  const queries = useQueryClient()
  const refetch = () => queries.invalidateQueries({ queryKey: portalKeys.voicemail })
  const mark = ({ id }: VoicemailMessage, isRead: boolean) =>
    client
      .call('PATCH /voicemail/messages/{message_id}', { message_id: id }, { is_read: isRead })
      .then(refetch)
  const resource: Resource<VoicemailMessage> = {
    title: p.shell.sections.voicemail,
    intro: p.voicemail.intro,
    pages: {
      key: portalKeys.voicemail,
      load: ({ page, values, signal }) =>
        client.page(
          'GET /voicemail/messages',
          { page, page_size: PER_PAGE, ...(values.newOnly && { is_read: false }) },
          { signal },
        ),
    },
    idOf: ({ id }) => id,
    nameOf: callerOf,
    filters: [{ name: 'newOnly', kind: 'check', label: p.voicemail.newOnly }],
    empty: { icon: <Voicemail />, title: p.voicemail.none, hint: p.voicemail.noneHint },
    noMatch: () => ({ icon: <Voicemail />, title: p.voicemail.noneNew, hint: p.voicemail.noneNewHint }),
    rowClass: ({ is_read: isRead }) => !isRead && styles.unread,
    columns: [
      {
        heading: p.voicemail.from,
        cell: (message) => (
          <>
            {callerOf(message)}{' '}
            {message.from_name && <span className={styles.soft}>{showNumber(message.from)}</span>}
          </>
        ),
      },
      { heading: p.voicemail.to, labelled: true, cell: ({ to }) => to },
      { heading: p.voicemail.time, cell: ({ created_at: at }) => <DateTime at={at} /> },
      {
        heading: p.voicemail.message,
        wide: true,
        cell: (message) => (
          <SoundPlayer
            path={`/voicemail/messages/${encodeURIComponent(message.id)}/audio`}
            seconds={message.duration}
            play={p.voicemail.play(callerOf(message))}
            label={p.voicemail.player(callerOf(message))}
            onPlay={() => {
              if (!message.is_read)
                mark(message, true).catch((error) => showToast(messageOf(error), 'danger'))
            }}
          />
        ),
      },
    ],
    actions: (message, open) => [
      [
        {
          label: message.is_read ? p.voicemail.markNew : p.voicemail.markHeard,
          icon: message.is_read ? <Mail /> : <MailOpen />,
          onChoose: () => mark(message, !message.is_read),
        },
        { label: p.voicemail.remove, icon: <Trash2 />, onChoose: () => open('delete') },
      ],
    ],
    remove: {
      title: () => p.voicemail.removeTitle,
      confirm: p.voicemail.remove,
      text: (message) => p.voicemail.removeText(callerOf(message)),
      run: ({ id }) =>
        client.call('DELETE /voicemail/messages/{message_id}', { message_id: id }).then(refetch),
    },
  }
  return <ResourceList resource={resource} />
}

import type { VoicemailMessage } from '@switchboard/client/telephony'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail, MailOpen, Trash2, Voicemail } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { SoundPlayer } from '../sounds/sound-player.tsx'
import styles from './voicemail.module.css'

const PER_PAGE = 25

/** Messages of callers: the company's for owners, their own for others. */
export function VoicemailPage() {
  const { client } = usePortal()
  const [page, setPage] = useState(1)
  const [newOnly, setNewOnly] = useState(false)
  const messages = useQuery({
    queryKey: portalKeys.voicemail.page(page, newOnly),
    queryFn: ({ signal }) => {
      const query = { page, page_size: PER_PAGE, ...(newOnly && { is_read: false }) }
      return client.page('GET /voicemail/messages', query, { signal })
    },
  })
  return (
    <SectionPage title={p.shell.sections.voicemail} intro={p.voicemail.intro}>
      <CheckField
        label={p.voicemail.newOnly}
        checked={newOnly}
        onChange={(event) => {
          setNewOnly(event.target.checked)
          setPage(1)
        }}
      />
      {messages.error !== null && <ErrorState error={messages.error} onRetry={messages.refetch} />}
      {messages.isFetching && !messages.data && <LoadingState />}
      {messages.data?.items.length === 0 && (
        <EmptyState icon={<Voicemail />} title={newOnly ? p.voicemail.noneNew : p.voicemail.none}>
          {newOnly ? p.voicemail.noneNewHint : p.voicemail.noneHint}
        </EmptyState>
      )}
      {messages.data && messages.data.items.length > 0 && (
        <>
          <Table
            label={p.shell.sections.voicemail}
            headings={[p.voicemail.from, p.voicemail.to, p.voicemail.time, p.voicemail.message, '']}
          >
            {messages.data.items.map((message) => (
              <VoicemailRow key={message.id} message={message} />
            ))}
          </Table>
          <Pager page={messages.data.page} pages={messages.data.pages} onTurn={setPage} />
        </>
      )}
    </SectionPage>
  )
}

function VoicemailRow({ message }: { message: VoicemailMessage }) {
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

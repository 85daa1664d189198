import type { VoicemailMessage } from '@switchboard/client/telephony'
import { useQueryClient } from '@tanstack/react-query'
import { Mail, MailOpen, Trash2, Voicemail } from 'lucide-react'
import { isMissing } from '../../api/server-mode.ts'
import type { Filter, Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { useReach } from '../shell/use-reach.tsx'
import { findTextNumbers } from '../users/known-users.ts'
import { UserPicker } from '../users/user-picker.tsx'
import styles from './voicemail-page.module.css'
import { callerOf, useMarkVoicemail, VoicemailPlayer } from './voicemail-player.tsx'

const PER_PAGE = 25

/** All that the owner may hear. */
const EVERYONE = 'everyone'

interface ListedVoicemail extends VoicemailMessage {
  /** where texts reach the caller */
  textNumber: string | undefined
}

/** Messages of callers in the own mailbox. The owner can open that of another person, which is in the audit trail. */
export function VoicemailPage() {
  const { client, role, user } = usePortal()
  const queries = useQueryClient()
  const mark = useMarkVoicemail()
  const reach = useReach()
  const resource: Resource<ListedVoicemail> = {
    title: p.shell.sections.voicemail,
    intro: role === 'owner' ? p.voicemail.ownerIntro : p.voicemail.intro,
    pages: {
      key: portalKeys.voicemail.pages,
      async load({ page, values: { mailbox, newOnly }, signal }) {
        const found = await client.page(
          'GET /voicemail/messages',
          {
            page,
            page_size: PER_PAGE,
            ...(mailbox !== EVERYONE && { user: mailbox || user.id }),
            ...(newOnly && { is_read: false }),
          },
          { signal },
        )
        const callers = found.items.map(({ from: number }) => ({ number, userId: null }))
        const textNumber = await findTextNumbers(client, callers, signal)
        const listed = (message: VoicemailMessage, index: number) => ({
          ...message,
          textNumber: textNumber(callers[index]!),
        })
        return { ...found, items: found.items.map(listed) }
      },
    },
    idOf: ({ id }) => id,
    nameOf: callerOf,
    above: <NoSipNotice />,
    filters: [
      ...(role === 'owner' ? [mailboxFilter()] : []),
      { name: 'newOnly', kind: 'check', label: p.voicemail.newOnly },
    ],
    empty: { icon: <Voicemail />, title: p.voicemail.none, hint: !isMissing('sip') && p.voicemail.noneHint },
    noMatch: ({ newOnly }) =>
      newOnly
        ? { icon: <Voicemail />, title: p.voicemail.noneNew, hint: p.voicemail.noneNewHint }
        : { icon: <Voicemail />, title: p.voicemail.none, hint: p.voicemail.noneThere },
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
        cell: (message) => <VoicemailPlayer message={message} />,
      },
    ],
    actions: (message, open) => [
      reach({
        name: callerOf(message),
        number: message.from,
        textNumber: message.textNumber,
      }),
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
      run: async ({ id }) => {
        await client.call('DELETE /voicemail/messages/{message_id}', { message_id: id })
        await queries.invalidateQueries({ queryKey: portalKeys.voicemail.all })
      },
    },
  }
  return <ResourceList resource={resource} />
}

/** Whose mailbox is shown: the own one, until the owner chooses another. */
const mailboxFilter = (): Filter => ({
  name: 'mailbox',
  kind: 'other',
  label: p.voicemail.mailbox,
  render: (field) => (
    <UserPicker {...field} none={p.voicemail.own} more={[{ key: EVERYONE, label: p.voicemail.everyone }]} />
  ),
})

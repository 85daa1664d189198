import type { Conversation, Message, TextingContact } from '@switchboard/client/telephony'
import { ArrowLeft, EllipsisVertical, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import { ResourceDialog } from '../../resource/resource-dialog.tsx'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { useReach } from '../shell/use-reach.tsx'
import { contactName, conversationTitle } from '../texting-contacts/conversation-title.ts'
import { contactForm } from '../texting-contacts/texting-contacts.tsx'
import { MessageList } from '../texting-messages/message-list.tsx'
import { TextComposer } from '../texting-messages/text-composer.tsx'
import { useMessages } from '../texting-messages/use-messages.ts'
import styles from './conversation-view.module.css'
import type { ConversationList } from './use-conversations.ts'

/** The open conversation. */
export function ConversationView({
  conversation,
  list,
}: {
  conversation: Conversation
  list: ConversationList
}) {
  const { client } = usePortal()
  const reach = useReach()
  const messages = useMessages(conversation.id)
  const [dialog, setDialog] = useState<'delete' | TextingContact>()
  useMarkRead(conversation, messages.items)
  const { id, contactsinfo: people } = conversation
  const pinned = conversation.pinned_at !== null
  const title = conversationTitle(conversation)
  const numbers = people.map(({ number }) => showNumber(number)).join(', ')
  const silent = people.filter(({ opted_out }) => opted_out)

  async function pin() {
    try {
      list.put(
        await client.call(
          'POST /texting/v2/conversations/{conversation_id}/pin',
          { conversation_id: id },
          { pin: !pinned },
        ),
      )
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  async function remove() {
    await client.call('DELETE /texting/v2/conversations/{conversation_id}', { conversation_id: id })
    list.drop(id)
    showToast(p.texting.conversationDeleted)
    openPortalPath('texting')
  }
  const [only, ...others] = people
  const [call] =
    only && others.length === 0
      ? reach({ name: contactName(only), number: only.number, textNumber: undefined })
      : []
  const edits = people.map((contact) => ({
    label: people.length === 1 ? p.texting.editContact : p.texting.editNamed(contactName(contact)),
    icon: <Pencil />,
    onChoose: () => setDialog(contact),
  }))
  return (
    <>
      <header className={styles.header}>
        <span className={styles.back}>
          <IconButton label={p.texting.toList} onClick={() => openPortalPath('texting')}>
            <ArrowLeft />
          </IconButton>
        </span>
        <div className={styles.who}>
          <h2>{title}</h2>
          <p>
            {[
              ...(numbers === title ? [] : [numbers]),
              p.texting.via(showNumber(conversation.from_number)),
            ].join(' · ')}
          </p>
        </div>
        {call && (
          <IconButton label={call.label} onClick={call.onChoose}>
            {call.icon}
          </IconButton>
        )}
        <IconButton
          label={pinned ? p.texting.unpin : p.texting.pin}
          pressed={pinned}
          onClick={() => void pin()}
        >
          {pinned ? <PinOff /> : <Pin />}
        </IconButton>
        <Menu
          label={p.texting.moreActions}
          icon={<EllipsisVertical />}
          groups={[
            edits,
            [
              {
                label: p.texting.deleteConversation,
                icon: <Trash2 />,
                look: 'danger',
                onChoose: () => setDialog('delete'),
              },
            ],
          ]}
        />
      </header>
      {silent.length > 0 && (
        <Notice look="warning">{p.texting.optedOut(silent.map(contactName).join(', '))}</Notice>
      )}
      <MessageList conversation={conversation} messages={messages} />
      <TextComposer conversation={conversation} onSent={messages.put} />
      {dialog === 'delete' && (
        <ConfirmDialog
          title={p.texting.deleteConversation}
          confirm={p.texting.deleteConversation}
          onConfirm={remove}
          onClose={() => setDialog(undefined)}
        >
          {p.texting.deleteConversationText}
        </ConfirmDialog>
      )}
      {typeof dialog === 'object' && (
        <ResourceDialog
          form={contactForm(client)}
          item={dialog}
          onClose={() => setDialog(undefined)}
          onSaved={() => {
            setDialog(undefined)
            list.refresh(id)
          }}
        />
      )}
    </>
  )
}

const MAX_IDS = 1000

/** Marks the messages of an open conversation as read while the page is visible. */
function useMarkRead(conversation: Conversation, messages: readonly Message[]): void {
  const { client } = usePortal()
  const visible = useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState === 'visible',
  )
  const told = useRef(new Set<string>())
  const unread = messages.filter(({ is_read, id }) => !is_read && !told.current.has(id)).map(({ id }) => id)
  const mark = useEffectEvent((ids: readonly string[]) => {
    for (const id of ids) told.current.add(id)
    // The server rejects this for users with read-only access, and nothing is lost.
    markRead(client, conversation.id, ids, conversation.unread_msg_count).catch(() => {})
  })
  const unreadIds = unread.join()
  useEffect(() => {
    if (visible && unreadIds !== '') mark(unreadIds.split(','))
  }, [visible, unreadIds])
}

/** Includes messages that are not loaded. */
async function markRead(
  client: TelephonyClient,
  id: string,
  unread: readonly string[],
  count: number,
): Promise<void> {
  const all = count > unread.length ? await everyUnread(client, id) : unread
  await client.call(
    'POST /texting/v2/conversations/{conversation_id}/messages/read',
    { conversation_id: id },
    { messagesIds: all.slice(0, MAX_IDS) },
  )
}

async function everyUnread(client: TelephonyClient, id: string): Promise<string[]> {
  const messages = await client.call('GET /texting/v2/conversations/{conversation_id}/messages', {
    conversation_id: id,
    per_page: MAX_IDS,
  })
  return messages.filter(({ is_read }) => !is_read).map((message) => message.id)
}

import type { Message } from '@switchboard/client/chat'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { currentLanguage } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { EmojiPicker } from '../emoji/emoji-picker.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import { renderedHtml } from '../rendered-html.ts'
import { describeTime, proposeTimes, secondsOf } from '../scheduled/delivery-times.ts'
import { TimeDialog } from '../scheduled/time-dialog.tsx'
import { type CommandName, useCommand } from '../shortcuts/commands.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { conversationOf } from '../state/conversation.ts'
import { editedMessage, selectedMessage } from '../state/message-selection.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { copyLink, quote, replyTo, toggleReaction, toggleStar } from './change-message.ts'
import styles from './message-commands.module.css'
import { messageDialog } from './message-dialog.ts'
import { canDelete, canEditContent, canEditTopic } from './message-permissions.ts'

/** The commands for the selected message, and the dialogs about messages. Once in the app. */
export function MessageCommands() {
  const { state, messages } = useWorkspace()
  const hashOf = useNarrowHash()
  const [reacting, setReacting] = useState<Message>()
  const me = () => state.get().me.userId
  const linkTo = (message: Message) =>
    `${location.origin}/${hashOf(conversationOf(message, me()), message.id)}`

  const selected = useRef((run: (message: Message) => void) => {
    const id = selectedMessage.get()
    const message = id === undefined ? undefined : messages.get(id)
    if (message) run(message)
  }).current
  const useSelectedCommand = (name: CommandName, run: (message: Message) => void) =>
    useCommand(name, () => selected(run))

  useSelectedCommand('replyToSelected', (message) => replyTo(message, me()))
  useSelectedCommand('quoteSelected', (message) => void quote(message, me(), linkTo(message)))
  useSelectedCommand('starSelected', toggleStar)
  useSelectedCommand('reactToSelected', setReacting)
  useSelectedCommand('copyLinkToSelected', (message) => copyLink(linkTo(message)))
  useSelectedCommand('historyOfSelected', ({ id, last_edit_timestamp: edited }) => {
    if (edited !== undefined) messageDialog.set({ kind: 'history', messageId: id })
  })
  useSelectedCommand('deleteSelected', (message) => {
    if (canDelete(state.get(), message, Date.now()))
      messageDialog.set({ kind: 'delete', messageId: message.id })
  })
  useSelectedCommand('editSelected', (message) => {
    const now = Date.now()
    if (canEditContent(state.get(), message, now) || canEditTopic(state.get(), message, now))
      editedMessage.set(message.id)
  })
  return (
    <>
      <OpenDialog />
      {reacting && (
        <Dialog title={t.actions.react} size="small" onClose={() => setReacting(undefined)}>
          <EmojiPicker
            onPick={(emoji) => {
              setReacting(undefined)
              toggleReaction(reacting, emoji, me())
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function OpenDialog() {
  const open = useSyncExternalStore(messageDialog.subscribe, messageDialog.get)
  if (!open) return null
  const { kind, messageId } = open
  const close = () => messageDialog.set(undefined)
  if (kind === 'history') return <EditHistoryDialog messageId={messageId} onClose={close} />
  if (kind === 'receipts') return <ReadReceiptsDialog messageId={messageId} onClose={close} />
  if (kind === 'reminder') return <ReminderDialog messageId={messageId} onClose={close} />
  return (
    <ConfirmDialog
      title={t.actions.deleteTitle}
      confirm={t.actions.delete}
      onClose={close}
      onConfirm={() => callChat('DELETE /messages/{message_id}', { message_id: messageId })}
    >
      {t.actions.deleteText}
    </ConfirmDialog>
  )
}

function ReadReceiptsDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const people = useChat((state) => state.people)
  const receipts = useQuery({
    queryKey: chatKeys.readReceipts(messageId),
    queryFn: ({ signal }) =>
      callChat('GET /messages/{message_id}/read_receipts', { message_id: messageId }, { signal }),
  })
  const readers = receipts.data?.user_ids.map((id) => people.get(id)).filter((person) => person !== undefined)
  return (
    <Dialog title={t.actions.receiptsTitle} size="small" onClose={onClose}>
      {receipts.error !== null && <ErrorState error={receipts.error} onRetry={receipts.refetch} />}
      {receipts.isFetching && !readers && <LoadingState />}
      {readers?.length === 0 && <p>{t.actions.receiptsNone}</p>}
      <ul className={styles.readers}>
        {readers?.map(({ user_id, full_name, avatar_url }) => (
          <li key={user_id}>
            <Avatar url={avatar_url} name={full_name} size="small" />
            {full_name}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Every version, the newest last, with what each edit took away and put in. */
function EditHistoryDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const people = useChat((state) => state.people)
  const history = useQuery({
    queryKey: chatKeys.editHistory(messageId),
    queryFn: ({ signal }) =>
      callChat('GET /messages/{message_id}/history', { message_id: messageId }, { signal }),
  })
  const formatTime = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Dialog title={t.actions.historyTitle} onClose={onClose}>
      {history.error !== null && <ErrorState error={history.error} onRetry={history.refetch} />}
      {history.isFetching && !history.data && <LoadingState />}
      <ol className={styles.versions}>
        {history.data?.message_history.map((version, index) => (
          <li key={version.timestamp + String(index)} className={styles.version}>
            <h3>
              {t.actions.editedBy(
                people.get(version.user_id)?.full_name ?? '',
                formatTime.format(version.timestamp * 1000),
              )}
            </h3>
            {index === 0 && <p className={styles.note}>{t.actions.original}</p>}
            {version.prev_topic !== undefined && (
              <p className={styles.note}>{t.actions.movedFrom(version.prev_topic)}</p>
            )}
            <div
              className={styles.content}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and escaped by the server
              dangerouslySetInnerHTML={renderedHtml(version.content_html_diff ?? version.rendered_content)}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** Asks when to be reminded of a message. */
function ReminderDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  async function remind(at: Date) {
    await callChat('POST /reminders', {
      message_id: messageId,
      scheduled_delivery_timestamp: secondsOf(at),
    })
    showToast(t.reminders.added(describeTime(at)))
  }
  return (
    <TimeDialog
      title={t.reminders.remindMe}
      confirm={t.reminders.add}
      start={proposeTimes(new Date())[0]!.at}
      onChoose={remind}
      onClose={onClose}
    />
  )
}

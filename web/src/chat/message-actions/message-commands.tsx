import type { Message } from '@switchboard/client/chat'
import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import { type CommandName, useCommand } from '../shortcuts/commands.ts'
import { conversationOf } from '../state/conversation.ts'
import { editedMessage, selectedMessage } from '../state/message-selection.ts'
import { useWorkspace } from '../state/workspace.ts'
import { copyLink, quote, replyTo, toggleReaction, toggleStar } from './change-message.ts'
import { messageDialog } from './message-dialog.ts'
import { canDelete, canEditContent, canEditTopic } from './message-permissions.ts'

const EmojiPicker = lazy(async () => ({
  default: (await import('../emoji/emoji-picker.tsx')).EmojiPicker,
}))
const MessageDialog = lazy(async () => ({ default: (await import('./message-dialogs.tsx')).MessageDialog }))

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
          <Suspense>
            <EmojiPicker
              onPick={(emoji) => {
                setReacting(undefined)
                toggleReaction(reacting, emoji, me())
              }}
            />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}

function OpenDialog() {
  const open = useSyncExternalStore(messageDialog.subscribe, messageDialog.get)
  if (!open) return null
  return (
    <Suspense>
      <MessageDialog {...open} onClose={() => messageDialog.set(undefined)} />
    </Suspense>
  )
}

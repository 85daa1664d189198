import { AlarmClock, Clock3, CornerUpLeft, EyeOff, Link, Pencil, Quote, Trash2, Users } from 'lucide-react'
import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { useNarrowHash } from '../shell/route.ts'
import { conversationOf } from '../state/conversation.ts'
import { useWorkspace } from '../state/workspace.ts'
import { copyLink, markUnreadFrom, quote, replyTo } from './change-message.ts'
import { messageDialog } from './message-dialog.ts'
import { canDelete, canEditContent, canEditTopic } from './message-permissions.ts'

/** The actions of a message that the user may take. Computed when the menu renders, without subscribing. */
export function useMessageMenu(message: Message, onEdit: () => void): MenuItem[][] {
  const { state } = useWorkspace()
  const hashOf = useNarrowHash()
  const now = Date.now()
  const known = state.get()
  const me = known.me.userId
  const conversation = conversationOf(message, me)
  const link = `${location.origin}/${hashOf(conversation, message.id)}`
  const mayEdit = canEditContent(known, message, now) || canEditTopic(known, message, now)
  const item = (label: string, icon: MenuItem['icon'], onChoose: () => void): MenuItem => ({
    label,
    icon,
    onChoose,
  })
  const open = (kind: 'delete' | 'history' | 'receipts' | 'reminder') =>
    messageDialog.set({ kind, messageId: message.id })
  return [
    [
      item(t.actions.reply, <CornerUpLeft />, () => replyTo(message, me)),
      item(t.actions.quote, <Quote />, () => void quote(message, me, link)),
      ...(mayEdit ? [item(t.actions.edit, <Pencil />, onEdit)] : []),
    ],
    [
      item(t.actions.copyLink, <Link />, () => copyLink(link)),
      item(t.actions.markUnread, <EyeOff />, () => markUnreadFrom(message, conversation)),
      item(t.reminders.remindMe, <AlarmClock />, () => open('reminder')),
      ...(message.last_edit_timestamp !== undefined && known.realm.allow_edit_history
        ? [item(t.actions.history, <Clock3 />, () => open('history'))]
        : []),
      ...(known.realm.enable_read_receipts
        ? [item(t.actions.receipts, <Users />, () => open('receipts'))]
        : []),
    ],
    canDelete(known, message, now)
      ? [{ ...item(t.actions.delete, <Trash2 />, () => open('delete')), look: 'danger' as const }]
      : [],
  ]
}

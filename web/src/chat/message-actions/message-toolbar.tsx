import type { Message } from '@switchboard/client/chat'
import {
  AlarmClock,
  Clock3,
  CornerUpLeft,
  Ellipsis,
  EyeOff,
  Link,
  Pencil,
  Quote,
  Reply,
  SmilePlus,
  Star,
  Trash2,
  Users,
} from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import { conversationOf } from '../state/conversation.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { copyLink, markUnreadFrom, quote, replyTo, toggleReaction, toggleStar } from './change-message.ts'
import { messageDialog } from './message-dialog.ts'
import { canDelete, canEditContent, canEditTopic } from './message-permissions.ts'
import styles from './message-toolbar.module.css'

const EmojiPicker = lazy(async () => ({
  default: (await import('../emoji/emoji-picker.tsx')).EmojiPicker,
}))

/** What can be done with a message: shown beside it when it is pointed at or selected. */
export function MessageToolbar({ message, onEdit }: { message: Message; onEdit: () => void }) {
  const me = useChat((state) => state.me.userId)
  const [picking, setPicking] = useState(false)
  // Opening the menu renders it anew: time limits may have passed.
  const [, setMenuOpen] = useState(false)
  const reactButton = useRef<HTMLSpanElement>(null)
  const starred = message.flags.includes('starred')
  const groups = useMessageMenu(message, onEdit)
  const { state } = useWorkspace()
  const mayEdit = canEditContent(state.get(), message, Date.now())
  return (
    <div ref={listKeys} className={styles.toolbar} role="toolbar" aria-label={t.actions.toolbar}>
      <span ref={reactButton}>
        <IconButton label={t.actions.react} aria-expanded={picking} onClick={() => setPicking(!picking)}>
          <SmilePlus />
        </IconButton>
      </span>
      <IconButton label={t.actions.reply} onClick={() => replyTo(message, me)}>
        <Reply />
      </IconButton>
      {mayEdit && (
        <IconButton label={t.actions.edit} onClick={onEdit}>
          <Pencil />
        </IconButton>
      )}
      <IconButton
        label={starred ? t.actions.unstar : t.actions.star}
        pressed={starred}
        onClick={() => toggleStar(message)}
      >
        <Star fill={starred ? 'currentColor' : 'none'} />
      </IconButton>
      <Menu label={t.actions.more} icon={<Ellipsis />} groups={groups} onOpenChange={setMenuOpen} />
      {picking && (
        <Popover anchor={reactButton} label={t.actions.react} onClose={() => setPicking(false)}>
          <Suspense>
            <EmojiPicker
              onPick={(emoji) => {
                setPicking(false)
                reactButton.current?.querySelector('button')?.focus()
                toggleReaction(message, emoji, me)
              }}
            />
          </Suspense>
        </Popover>
      )}
    </div>
  )
}

/** The actions of a message that the user may take. Computed when the menu renders, without subscribing. */
function useMessageMenu(message: Message, onEdit: () => void): MenuItem[][] {
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

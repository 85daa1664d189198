import { Ellipsis, Reply, SmilePlus, Star } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { EmojiPicker } from '../emoji/emoji-picker.tsx'
import { useChat } from '../state/workspace.ts'
import { replyTo, toggleReaction, toggleStar } from './change-message.ts'
import styles from './message-toolbar.module.css'
import { useMessageMenu } from './use-message-menu.tsx'

/** What can be done with a message: shown beside it when it is pointed at or selected. */
export function MessageToolbar({ message, onEdit }: { message: Message; onEdit: () => void }) {
  const me = useChat((state) => state.me.userId)
  const [picking, setPicking] = useState(false)
  // Opening the menu renders it anew: time limits may have passed.
  const [, setMenuOpen] = useState(false)
  const reactButton = useRef<HTMLSpanElement>(null)
  const starred = message.flags.includes('starred')
  const groups = useMessageMenu(message, onEdit)
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t.actions.more}>
      <span ref={reactButton}>
        <IconButton label={t.actions.react} aria-expanded={picking} onClick={() => setPicking(!picking)}>
          <SmilePlus />
        </IconButton>
      </span>
      <IconButton label={t.actions.reply} onClick={() => replyTo(message, me)}>
        <Reply />
      </IconButton>
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
          <EmojiPicker
            onPick={(emoji) => {
              setPicking(false)
              reactButton.current?.querySelector('button')?.focus()
              toggleReaction(message, emoji, me)
            }}
          />
        </Popover>
      )}
    </div>
  )
}

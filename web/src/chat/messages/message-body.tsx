import { useState } from 'react'
import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { MessageEditor } from '../message-actions/message-editor.tsx'
import { editedMessage } from '../message-actions/message-selection.ts'
import { ReactionRow } from '../message-actions/reaction-row.tsx'
import { FoldedContent } from '../message-content/folded-content.tsx'
import { useChat } from '../state/workspace.ts'
import { MessageWidget } from '../widgets/message-widget.tsx'
import { widgetOf } from '../widgets/read-widget.ts'
import { revealedMessages, useListNarrow } from './list-context.ts'
import styles from './message-row.module.css'
import { SenderName } from './sender.tsx'

export function MessageBody({ message, isEdited }: { message: Message; isEdited: boolean }) {
  const isMuted = useChat((state) => state.mutedUsers.has(message.sender_id))
  const [isRevealed, setRevealed] = useState(revealedMessages.has(message.id))
  if (isMuted && !isRevealed) {
    const reveal = () => {
      revealedMessages.add(message.id)
      setRevealed(true)
    }
    return (
      <p className={styles.hidden}>
        {t.messages.ofMutedPerson}
        <Button look="quiet" size="small" onClick={reveal}>
          {t.messages.show}
        </Button>
      </p>
    )
  }
  if (isEdited) return <MessageEditor message={message} onDone={() => editedMessage.set(undefined)} />
  return (
    <>
      <Content message={message} />
      <ReactionRow message={message} />
    </>
  )
}

function Content({ message }: { message: Message }) {
  const isSearch = useListNarrow().kind === 'search'
  const html = (isSearch && message.match_content) || message.content
  const widget = widgetOf(message)
  if (widget) return <MessageWidget message={message} widget={widget} />
  if (!message.is_me_message) return <FoldedContent id={message.id} html={html} />
  return (
    <div className={styles.me}>
      <SenderName message={message} />
      <FoldedContent id={message.id} html={html.replace(/^<p>\/me /, '<p>')} />
    </div>
  )
}

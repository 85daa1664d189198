import type { Conversation } from '@switchboard/client/telephony'
import { useEffect, useRef, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { contactName, conversationTitle } from '../texting-contacts/conversation-title.ts'
import { userName, useUsers } from '../users/known-users.ts'
import { type Bubble, bubblesOf } from './group-messages.ts'
import { MessageBubble } from './message-bubble.tsx'
import styles from './message-list.module.css'
import type { Messages } from './use-messages.ts'

/** Newest at the bottom. Older ones come when the top is reached. */
export function MessageList({ conversation, messages }: { conversation: Conversation; messages: Messages }) {
  const { client } = usePortal()
  const [deleting, setDeleting] = useState<Bubble>()
  const { items, first, hasOlder, loadingOlder, loadOlder, remove } = messages
  const bubbles = bubblesOf(items)
  const users = useUsers(items.map((message) => message.user_id))
  const label = p.texting.messagesLabel(conversationTitle(conversation))

  function senderOf({ first: message }: Bubble): string {
    if (message.direction === 'outbound') {
      const user = users.data?.get(message.user_id ?? '')
      return user ? userName(user) : p.texting.unknownUser
    }
    const contact = conversation.contactsinfo.find(({ number }) => number === message.frm)
    return contact ? contactName(contact) : showNumber(message.frm)
  }
  async function deleteBubble(bubble: Bubble) {
    const ids = bubble.all.map(({ id }) => id)
    await client.call('DELETE /texting/v2/conversations/{conversation_id}/messages', {
      conversation_id: conversation.id,
      ids: ids.join(),
    })
    remove(ids)
  }
  if (first.isFetching && items.length === 0) return <LoadingState />
  if (first.error !== null && items.length === 0)
    return <ErrorState error={first.error} onRetry={first.refetch} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <div className={styles.inner}>
        {hasOlder && <OlderMessages busy={loadingOlder} onLoad={loadOlder} />}
        {items.length === 0 && <p className={styles.nothing}>{p.texting.noMessages}</p>}
        <ol className={styles.list} aria-live="polite">
          {bubbles.map((bubble) => (
            <MessageBubble
              key={bubble.first.id}
              bubble={bubble}
              sender={senderOf(bubble)}
              onDelete={setDeleting}
            />
          ))}
        </ol>
      </div>
      {deleting && (
        <ConfirmDialog
          title={p.texting.deleteMessage}
          confirm={p.texting.deleteMessage}
          onConfirm={() => deleteBubble(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          {p.texting.deleteMessageText}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Loads as soon as it is seen, or when it is pressed. */
function OlderMessages({ busy, onLoad }: { busy: boolean; onLoad: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const load = useRef(onLoad)
  load.current = onLoad
  useEffect(() => {
    if (busy || !place.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) load.current()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [busy])
  return (
    <div ref={place} className={styles.older}>
      <Button size="small" look="quiet" busy={busy} onClick={onLoad}>
        {p.texting.olderMessages}
      </Button>
    </div>
  )
}

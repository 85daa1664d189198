import { useQuery } from '@tanstack/react-query'
import { AlarmClock, Trash2 } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { toastError } from '../../ui/toast.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { WrittenEntry } from '../drafts/written-entry.tsx'
import styles from '../drafts/written-list.module.css'
import { openHash, useNarrowHash } from '../narrows/route.ts'
import { chatKeys } from '../state/chat-keys.ts'
import type { Reminder } from '../state/chat-state.ts'
import { conversationOf } from '../state/conversation.ts'
import { narrowTitle } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'

/** What the user will be reminded of, the soonest first. */
export function RemindersDialog({ onClose }: { onClose: () => void }) {
  const reminders = useChat((state) => state.reminders)
  const sorted = reminders.toSorted(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  )
  return (
    <Dialog title={t.reminders.title} onClose={onClose}>
      {sorted.length === 0 && (
        <EmptyState icon={<AlarmClock />} title={t.reminders.none}>
          {t.reminders.explained}
        </EmptyState>
      )}
      <ul ref={listKeys} className={styles.list}>
        {sorted.map((reminder) => (
          <ReminderEntry key={reminder.reminder_id} reminder={reminder} onClose={onClose} />
        ))}
      </ul>
    </Dialog>
  )
}

function ReminderEntry({ reminder, onClose }: { reminder: Reminder; onClose: () => void }) {
  const { reminder_id, reminder_target_message_id: id, note, scheduled_delivery_timestamp: at } = reminder
  const hashOf = useNarrowHash()
  const state = useChat((chat) => chat)
  // The message may be gone, or hidden from the user by now.
  const { data } = useQuery({
    queryKey: chatKeys.remindedMessage(id),
    queryFn: ({ signal }) => callChat('GET /messages/{message_id}', { message_id: id }, { signal }),
  })
  const conversation = data && conversationOf(data.message, state.me.userId)
  const place = conversation ? narrowTitle(conversation, state) : t.reminders.message
  return (
    <WrittenEntry title={place} at={at} content={note || (data?.raw_content ?? '')}>
      {conversation && (
        <Button
          size="small"
          onClick={() => {
            onClose()
            openHash(hashOf(conversation, id))
          }}
        >
          {t.reminders.goThere}
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        icon={<Trash2 />}
        onClick={() => toastError(callChat('DELETE /reminders/{reminder_id}', { reminder_id }))}
      >
        {t.ui.delete}
      </Button>
    </WrittenEntry>
  )
}

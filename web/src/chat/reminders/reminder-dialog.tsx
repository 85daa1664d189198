import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { describeTime, proposeTimes, secondsOf } from '../scheduled/delivery-times.ts'
import { TimeDialog } from '../scheduled/time-dialog.tsx'

/** Asks when to be reminded of a message. */
export function ReminderDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
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

import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import type { Composer } from '../compose/composer.ts'
import styles from '../drafts/written-list.module.css'
import type { ScheduledMessage } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { secondsOf } from './delivery-times.ts'
import { destinationOfScheduled } from './schedule-message.ts'
import { ScheduledEntry } from './scheduled-entry.tsx'
import { TimeDialog } from './time-dialog.tsx'

type Asked = { what: 'time' | 'edit' | 'delete'; message: ScheduledMessage }

/** What will be sent later. */
export function ScheduledDialog({ composer, onClose }: { composer: Composer; onClose: () => void }) {
  const scheduled = useChat((state) => state.scheduled)
  const [asked, setAsked] = useState<Asked>()
  const done = () => setAsked(undefined)
  const sorted = scheduled.toSorted(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  )
  const remove = ({ scheduled_message_id }: ScheduledMessage) =>
    callChat('DELETE /scheduled_messages/{scheduled_message_id}', { scheduled_message_id })
  /** Saves it as a draft before deleting it on the server, so that it is never lost. */
  async function edit(message: ScheduledMessage) {
    const id = composer.drafts.newId()
    const { content } = message
    const destination = destinationOfScheduled(message)
    composer.drafts.save(id, destination, content)
    try {
      await remove(message)
    } catch (error) {
      composer.drafts.remove(id)
      throw error
    }
    const draft = composer.drafts.store.get().drafts.find((one) => one.id === id)
    if (draft) composer.restore(draft)
    onClose()
  }
  return (
    <Dialog title={t.compose.scheduled} onClose={onClose}>
      {sorted.length === 0 && (
        <EmptyState icon={<CalendarClock />} title={t.compose.noScheduled}>
          {t.compose.scheduledExplained}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {sorted.map((message) => (
          <ScheduledEntry
            key={message.scheduled_message_id}
            message={message}
            onAsk={(what) => setAsked({ what, message })}
          />
        ))}
      </ul>
      {asked?.what === 'time' && (
        <TimeDialog
          title={t.compose.changeTime}
          confirm={t.ui.save}
          start={new Date(asked.message.scheduled_delivery_timestamp * 1000)}
          onChoose={(at) =>
            callChat('PATCH /scheduled_messages/{scheduled_message_id}', {
              scheduled_message_id: asked.message.scheduled_message_id,
              scheduled_delivery_timestamp: secondsOf(at),
            })
          }
          onClose={done}
        />
      )}
      {asked?.what === 'edit' && (
        <ConfirmDialog
          title={t.compose.editScheduled}
          confirm={t.compose.backToDraft}
          look="primary"
          onConfirm={() => edit(asked.message)}
          onClose={done}
        >
          {t.compose.editScheduledExplained}
        </ConfirmDialog>
      )}
      {asked?.what === 'delete' && (
        <ConfirmDialog
          title={t.compose.deleteScheduled}
          confirm={t.ui.delete}
          onConfirm={() => remove(asked.message)}
          onClose={done}
        >
          {t.compose.deleteScheduledExplained}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

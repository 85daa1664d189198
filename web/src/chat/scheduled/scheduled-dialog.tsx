import { CalendarClock, FilePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { useDestinationName } from '../destination/destination-name.ts'
import type { Composer } from '../drafts/composer.ts'
import { WrittenEntry } from '../drafts/written-entry.tsx'
import styles from '../drafts/written-list.module.css'
import type { ScheduledMessage } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { secondsOf } from './delivery-times.ts'
import { destinationOfScheduled } from './schedule-message.ts'
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
      <ul ref={listKeys} className={styles.list}>
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

interface ScheduledEntryProps {
  message: ScheduledMessage
  onAsk: (what: 'time' | 'edit' | 'delete') => void
}

function ScheduledEntry({ message, onAsk }: ScheduledEntryProps) {
  const nameOf = useDestinationName()
  return (
    <WrittenEntry
      title={nameOf(destinationOfScheduled(message))}
      at={message.scheduled_delivery_timestamp}
      content={message.content}
      note={message.failed && <Notice look="warning">{t.compose.notDelivered}</Notice>}
    >
      <Button size="small" icon={<CalendarClock />} onClick={() => onAsk('time')}>
        {t.compose.changeTime}
      </Button>
      <Button size="small" look="quiet" icon={<FilePen />} onClick={() => onAsk('edit')}>
        {t.ui.edit}
      </Button>
      <Button size="small" look="quiet" icon={<Trash2 />} onClick={() => onAsk('delete')}>
        {t.ui.delete}
      </Button>
    </WrittenEntry>
  )
}

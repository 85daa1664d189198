import { CalendarClock, FilePen, Trash2 } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDestinationName } from '../destination/destination-name.ts'
import { WrittenEntry } from '../drafts/written-entry.tsx'
import type { ScheduledMessage } from '../state/chat-state.ts'
import { destinationOfScheduled } from './schedule-message.ts'

interface ScheduledEntryProps {
  message: ScheduledMessage
  onAsk: (what: 'time' | 'edit' | 'delete') => void
}

export function ScheduledEntry({ message, onAsk }: ScheduledEntryProps) {
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

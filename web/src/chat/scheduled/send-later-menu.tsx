import { CalendarClock, Clock } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { proposeTimes } from './delivery-times.ts'

interface SendLaterMenuProps {
  /** Whether the message can be sent; shows what is missing. */
  isReady: () => boolean
  /** Rejects when the server refuses. */
  onSchedule: (at: Date) => Promise<void>
  onOtherTime: () => void
}

export function SendLaterMenu({ isReady, onSchedule, onOtherTime }: SendLaterMenuProps) {
  return (
    <Menu
      label={t.compose.sendLater}
      icon={<Clock />}
      groups={[
        proposeTimes(new Date()).map(({ label, at }) => ({
          label,
          onChoose() {
            if (isReady()) onSchedule(at).catch((error) => showToast(messageOf(error), 'danger'))
          },
        })),
        [
          {
            label: t.compose.otherTime,
            icon: <CalendarClock />,
            onChoose() {
              if (isReady()) onOtherTime()
            },
          },
        ],
      ]}
    />
  )
}

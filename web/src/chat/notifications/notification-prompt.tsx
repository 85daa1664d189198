import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useChat } from '../state/workspace.ts'
import styles from './notification-prompt.module.css'

const KEY = 'switchboard-notifications-offer'

/** Browsers ask for permission only once, so the app asks first whether the user wants notifications. */
export function NotificationPrompt() {
  const wanted = useChat((state) => state.settings.enable_desktop_notifications)
  const [open, setOpen] = useState(canAsk)
  async function turnOn() {
    const permission = await Notification.requestPermission()
    setOpen(permission === 'default')
    if (permission === 'granted') showToast(t.notifications.on)
    if (permission === 'denied') showToast(t.notifications.refused, 'danger')
  }
  function dismiss() {
    localStorage.setItem(KEY, 'dismissed')
    setOpen(false)
  }
  if (!open || !wanted) return null
  return (
    <div className={styles.prompt}>
      <p>{t.notifications.offer}</p>
      <div className={styles.choices}>
        <Button size="small" icon={<BellRing />} onClick={() => void turnOn()}>
          {t.notifications.turnOn}
        </Button>
        <Button size="small" look="quiet" onClick={dismiss}>
          {t.notifications.notNow}
        </Button>
      </div>
    </div>
  )
}

function canAsk(): boolean {
  const isThere = 'Notification' in window && Notification.permission === 'default'
  return isThere && localStorage.getItem(KEY) === null
}

import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Without the leave of the browser no notification is shown. Nothing when it was given. */
export function BrowserPermission() {
  const canNotify = 'Notification' in globalThis
  const [permission, setPermission] = useState(canNotify ? Notification.permission : 'denied')
  if (permission === 'granted') return null
  if (permission === 'denied') return <Notice>{t.settings.notifications.browserRefuses}</Notice>
  return (
    <div>
      <Button icon={<BellRing />} onClick={() => void Notification.requestPermission().then(setPermission)}>
        {t.settings.notifications.allow}
      </Button>
    </div>
  )
}

import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Asks for the browser's permission to show notifications. Renders nothing once it is granted. */
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

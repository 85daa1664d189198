import { useState, useSyncExternalStore } from 'react'
import { newVersion } from '../api/register-worker.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import styles from './version-notice.module.css'

/** Offers to reload once a newer version of the app is installed. Once in the page. */
export function VersionNotice() {
  const isNew = useSyncExternalStore(newVersion.subscribe, newVersion.get)
  const [dismissed, setDismissed] = useState(false)
  if (!isNew || dismissed) return null
  return (
    <div role="status" className={styles.place}>
      <p className={styles.notice}>
        {t.ui.newVersion}
        <Button size="small" look="primary" onClick={() => location.reload()}>
          {t.ui.reload}
        </Button>
        <Button size="small" look="quiet" onClick={() => setDismissed(true)}>
          {t.ui.later}
        </Button>
      </p>
    </div>
  )
}

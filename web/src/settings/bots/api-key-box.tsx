import { Download } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copied-value.tsx'
import styles from './api-key-box.module.css'
import { saveClientConfiguration } from './client-configuration.ts'

/** A key in plain text, with the ways to use it. */
export function ApiKeyBox({ email, apiKey }: { email: string; apiKey: string }) {
  return (
    <div className={styles.box}>
      <dl className={styles.facts}>
        <dt>{t.settings.apiKey.email}</dt>
        <dd>
          <CopiedValue label={t.settings.apiKey.email} value={email} />
        </dd>
        <dt>{t.settings.apiKey.key}</dt>
        <dd>
          <CopiedValue label={t.settings.apiKey.key} value={apiKey} />
        </dd>
        <dt>{t.settings.apiKey.site}</dt>
        <dd>
          <CopiedValue label={t.settings.apiKey.site} value={location.origin} />
        </dd>
      </dl>
      <div>
        <Button size="small" icon={<Download />} onClick={() => saveClientConfiguration(email, apiKey)}>
          {t.settings.apiKey.download}
        </Button>
      </div>
    </div>
  )
}

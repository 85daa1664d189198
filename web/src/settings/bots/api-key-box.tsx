import { Download } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import styles from './api-key-box.module.css'

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

/** The configuration file of clients and libraries of this API family. */
function clientConfiguration(email: string, apiKey: string): string {
  return `[api]\nemail=${email}\nkey=${apiKey}\nsite=${location.origin}\n`
}

function saveClientConfiguration(email: string, apiKey: string): void {
  // Of a text the browser would add an ending to the name.
  const type = 'application/octet-stream'
  saveBlob(new Blob([clientConfiguration(email, apiKey)], { type }), 'zuliprc')
}

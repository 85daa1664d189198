import { QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import type { Extension } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Card } from '../../ui/section-page.tsx'
import styles from './extension-detail.module.css'
import { PhoneSettings } from './phone-settings.tsx'

/** How to set up a phone for this extension. Only for users who get the password. */
export function PhoneSetup({ instanceUuid, extension }: { instanceUuid: string; extension: Extension }) {
  const [shown, setShown] = useState(false)
  const config = extension['qr-config']
  if (!config)
    return (
      <Card title={p.extensions.setup}>
        <p className={styles.hint}>{p.extensions.setupSecret}</p>
      </Card>
    )
  const text = JSON.stringify(config)
  return (
    <Card title={p.extensions.setup}>
      <p className={styles.hint}>{p.extensions.setupIntro}</p>
      {shown && <QrCode label={p.extensions.qrLabel(extension.data.id)} text={text} />}
      <div className={styles.actions}>
        <Button size="small" icon={<QrIcon />} aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? p.extensions.hideQr : p.extensions.showQr}
        </Button>
        <CopyButton text={text} label={p.extensions.copyConfig} />
      </div>
      <h3>{p.extensions.byHand}</h3>
      {/* A new password, name or transport changes them. */}
      <PhoneSettings
        key={JSON.stringify([extension.data.secret, extension.data.name, extension.data.transport])}
        instanceUuid={instanceUuid}
        extensionId={extension._id}
      />
    </Card>
  )
}

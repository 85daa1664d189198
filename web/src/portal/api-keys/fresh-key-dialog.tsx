import { useState } from 'react'
import type { FreshApiKey } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './api-keys.module.css'

/** The only time that the key itself can be seen. */
export function FreshKeyDialog({ apiKey, onClose }: { apiKey: FreshApiKey; onClose: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <Dialog
      title={p.keys.freshTitle(apiKey.name)}
      // An accidental click must not lose the key.
      onClose={() => (asked ? onClose() : setAsked(true))}
      actions={
        <>
          <CopyButton text={apiKey.key} label={p.keys.copyKey} />
          <Button look="primary" onClick={onClose}>
            {p.keys.stored}
          </Button>
        </>
      }
    >
      <Notice look="warning">{p.keys.freshText}</Notice>
      <code className={styles.fresh}>{apiKey.key}</code>
      {asked && <Notice look="danger">{p.keys.freshAsk}</Notice>}
    </Dialog>
  )
}

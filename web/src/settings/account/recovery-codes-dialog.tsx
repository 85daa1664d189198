import { Download } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { ButtonRow } from '../settings-section.tsx'
import styles from './recovery-codes-dialog.module.css'

/** The only time that the codes are shown. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const texts = t.settings.twoFactor
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      title={texts.codesTitle}
      size="small"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {texts.codesDone}
        </Button>
      }
    >
      <p>{texts.codesIntro}</p>
      <ul className={styles.codes} aria-label={texts.codesTitle}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <CopyButton text={text} />
        <Button
          icon={<Download />}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t.ui.download}
        </Button>
      </ButtonRow>
    </Dialog>
  )
}

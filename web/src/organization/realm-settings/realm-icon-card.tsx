import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { PICTURE_MEBIBYTES, pictureTypes, uploadPicture } from '../../api/upload-picture.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Card } from '../../ui/section-page.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'

export function RealmIconCard() {
  const url = useChat((state) => state.realm.icon_url)
  const isOwn = useChat((state) => state.realm.icon_source === 'U')
  const [progress, setProgress] = useState(0)
  const [asking, setAsking] = useState(false)
  const submit = useSubmit()
  const texts = t.organization.settings
  async function upload(file: File) {
    setProgress(0)
    await submit.run(() => uploadPicture('/realm/icon', file, setProgress))
  }
  return (
    <Card title={texts.icon}>
      <div className={styles.picture}>
        <img src={url} alt={texts.iconNow} width={72} height={72} />
        <div className={styles.form}>
          <p className={styles.soft}>{texts.iconHint(PICTURE_MEBIBYTES)}</p>
          <TabRow>
            <FileButton
              label={t.organization.chooseFile}
              accept={pictureTypes}
              busy={submit.busy}
              onChoose={(file) => void upload(file)}
            />
            {isOwn && (
              <Button icon={<Trash2 />} onClick={() => setAsking(true)}>
                {texts.removeIcon}
              </Button>
            )}
          </TabRow>
        </div>
      </div>
      {submit.busy && <ProgressBar label={t.organization.uploading} value={progress} />}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {asking && (
        <ConfirmDialog
          title={texts.removeIcon}
          confirm={t.ui.remove}
          onConfirm={() => callChat('DELETE /realm/icon', {})}
          onClose={() => setAsking(false)}
        >
          {texts.removeIconHint}
        </ConfirmDialog>
      )}
    </Card>
  )
}

import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { pictureTypes, uploadPicture } from '../../api/upload.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from './picture-editor.module.css'

interface PictureEditorProps {
  url: string | null
  name: string
  /** where it is sent to, as a path of the API */
  path: string
  onRemove: () => Promise<unknown>
}

/** The picture of a person or a bot: chosen, looked at, and only then sent. */
export function PictureEditor({ url, name, path, onRemove }: PictureEditorProps) {
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState(0)
  const [removing, setRemoving] = useState(false)
  const preview = usePicturePreview(file)
  const submit = useSubmit()
  // Drawn ones come from elsewhere, and there is nothing to remove.
  const isUploaded = url?.includes('/user_avatars/') ?? false

  async function send() {
    if (!file) return
    setProgress(0)
    if (!(await submit.run(() => uploadPicture(path, file, setProgress)))) return
    setFile(undefined)
    showToast(t.settings.picture.saved)
  }
  return (
    <div className={styles.editor}>
      <Avatar url={preview ?? url} name={name} size="large" />
      <div className={styles.side}>
        {file ? (
          <>
            <p>{t.settings.picture.previewOf(file.name)}</p>
            {submit.busy && <ProgressBar label={t.settings.picture.sending} value={progress} />}
            <div className={styles.buttons}>
              <Button size="small" look="primary" busy={submit.busy} onClick={() => void send()}>
                {t.settings.picture.use}
              </Button>
              <Button size="small" disabled={submit.busy} onClick={() => setFile(undefined)}>
                {t.ui.cancel}
              </Button>
            </div>
          </>
        ) : (
          <>
            <div className={styles.buttons}>
              <FileButton
                size="small"
                label={t.settings.picture.choose}
                accept={pictureTypes}
                onChoose={setFile}
              />
              {isUploaded && (
                <Button size="small" look="quiet" icon={<Trash2 />} onClick={() => setRemoving(true)}>
                  {t.settings.picture.remove}
                </Button>
              )}
            </div>
            <p className={styles.hint}>{t.settings.picture.hint}</p>
          </>
        )}
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </div>
      {removing && (
        <ConfirmDialog
          title={t.settings.picture.removeTitle}
          confirm={t.settings.picture.remove}
          onConfirm={onRemove}
          onClose={() => setRemoving(false)}
        >
          {t.settings.picture.removeText}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** An address under which the page can show a file that was chosen and not yet sent. */
export function usePicturePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}

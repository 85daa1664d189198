import { FileWarning, Paperclip, X } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './upload-list.module.css'
import type { Upload } from './uploads.ts'

export function UploadList({
  uploads,
  onCancel,
}: {
  uploads: readonly Upload[]
  onCancel: (id: string) => void
}) {
  if (uploads.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t.compose.uploads}>
      {uploads.map(({ id, name, progress, error }) => (
        <li key={id} className={styles.upload}>
          {error === undefined ? <Paperclip /> : <FileWarning className={styles.failed} />}
          <span className={styles.name}>{name}</span>
          {error === undefined ? (
            <ProgressBar label={t.compose.uploading(name)} value={progress} />
          ) : (
            <span className={styles.failed} role="alert">
              {error}
            </span>
          )}
          <IconButton
            label={error === undefined ? t.compose.cancelUpload(name) : t.compose.dismiss(name)}
            onClick={() => onCancel(id)}
          >
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

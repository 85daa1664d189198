import { FileWarning, Paperclip, Upload as UploadIcon, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import styles from './upload-list.module.css'
import type { Upload } from './uploads.ts'

interface UploadListProps {
  uploads: readonly Upload[]
  /** The text of the message. */
  content: string
  onCancel: (id: string) => void
}

/** The files that are being uploaded, and those whose link is in the text, with their sizes. */
export function UploadList({ uploads, content, onCancel }: UploadListProps) {
  const shown = uploads.filter(({ link }) => link === undefined || content.includes(link))
  if (shown.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t.compose.uploads}>
      {shown.map(({ id, name, bytes, progress, error, link }) => (
        <li key={id} className={styles.upload}>
          {error === undefined ? <Paperclip /> : <FileWarning className={styles.failed} />}
          <span className={styles.name}>{name}</span>
          <span className={styles.size}>{formatSize(bytes)}</span>
          {error !== undefined && (
            <span className={styles.failed} role="alert">
              {error}
            </span>
          )}
          {error === undefined && link === undefined && (
            <ProgressBar label={t.compose.uploading(name)} value={progress} />
          )}
          {link === undefined && (
            <IconButton
              label={error === undefined ? t.compose.cancelUpload(name) : t.compose.dismiss(name)}
              onClick={() => onCancel(id)}
            >
              <X />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

interface DropZoneProps {
  /** Something inside of the column that takes the files. */
  inside: RefObject<HTMLElement | null>
  onFiles: (files: readonly File[]) => void
}

type Box = Pick<DOMRect, 'top' | 'left' | 'width' | 'height'>

/** Files may be dropped anywhere in the column; while they are held over it, it says so. */
export function DropZone({ inside, onFiles }: DropZoneProps) {
  const [box, setBox] = useState<Box>()
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const column = inside.current?.closest('main')
    if (!column) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setBox(column.getBoundingClientRect())
    }
    const leave = (event: DragEvent) => {
      if (!column.contains(event.relatedTarget as Node | null)) setBox(undefined)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setBox(undefined)
      take.current([...(event.dataTransfer?.files ?? [])])
    }
    column.addEventListener('dragenter', over)
    column.addEventListener('dragover', over)
    column.addEventListener('dragleave', leave)
    column.addEventListener('drop', drop)
    return () => {
      column.removeEventListener('dragenter', over)
      column.removeEventListener('dragover', over)
      column.removeEventListener('dragleave', leave)
      column.removeEventListener('drop', drop)
    }
  }, [inside])
  if (!box) return null
  const { top, left, width, height } = box
  return (
    <div className={styles.zone} style={{ top, left, width, height }}>
      <p className={styles.text}>
        <UploadIcon aria-hidden="true" />
        {t.compose.dropHere}
      </p>
    </div>
  )
}

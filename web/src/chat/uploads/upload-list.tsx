import { FileWarning, Paperclip, Upload as UploadIcon, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
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

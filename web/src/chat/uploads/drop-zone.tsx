import { Upload } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import styles from './drop-zone.module.css'

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
        <Upload aria-hidden="true" />
        {t.compose.dropHere}
      </p>
    </div>
  )
}

import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { OpenedPictures } from '../message-content/opened-overlays.ts'
import styles from './picture-viewer.module.css'

const MAX_ZOOM = 4

interface PictureViewerProps extends OpenedPictures {
  onClose: () => void
}

/** A picture of a message, as large as the window lets it be or larger, with the way to those before and after it. */
export function PictureViewer({ pictures, start, onClose }: PictureViewerProps) {
  const [at, setAt] = useState(start)
  const [zoom, setZoom] = useState(1)
  const { url = '', title = '' } = pictures[at] ?? {}

  function go(step: number) {
    if (!pictures[at + step]) return
    setAt(at + step)
    setZoom(1)
  }
  const change = (factor: number) => setZoom(Math.min(MAX_ZOOM, Math.max(1, zoom * factor)))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const run = {
      ArrowLeft: () => go(-1),
      ArrowRight: () => go(1),
      '+': () => change(2),
      '-': () => change(0.5),
    }[event.key]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])
  const { previous, next, zoomIn, zoomOut, place } = t.messages.viewer
  return (
    <Dialog
      title={title || t.messages.image}
      size="large"
      onClose={onClose}
      actions={
        <div className={styles.tools}>
          {pictures.length > 1 && (
            <>
              <IconButton label={previous} disabled={at === 0} onClick={() => go(-1)}>
                <ChevronLeft />
              </IconButton>
              <span role="status">{place(at + 1, pictures.length)}</span>
              <IconButton label={next} disabled={at === pictures.length - 1} onClick={() => go(1)}>
                <ChevronRight />
              </IconButton>
            </>
          )}
          <IconButton label={zoomOut} disabled={zoom === 1} onClick={() => change(0.5)}>
            <ZoomOut />
          </IconButton>
          <IconButton label={zoomIn} disabled={zoom === MAX_ZOOM} onClick={() => change(2)}>
            <ZoomIn />
          </IconButton>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t.messages.openOriginal}
          </a>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a large picture scrolls by the keyboard as well */}
      <section className={styles.frame} aria-label={title || t.messages.image} tabIndex={0}>
        <img
          className={styles.picture}
          style={{
            maxWidth: `${zoom * 100}%`,
            maxHeight: `${zoom * 65}vh`,
            ...(zoom > 1 && { width: `${zoom * 100}%` }),
          }}
          src={url}
          alt={title || t.messages.image}
        />
      </section>
    </Dialog>
  )
}

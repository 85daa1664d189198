import { useSyncExternalStore } from 'react'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './lightbox.module.css'
import { openedImage } from './opened-overlays.ts'

/** A picture of a message, as large as the window lets it be. */
export function Lightbox() {
  const image = useSyncExternalStore(openedImage.subscribe, openedImage.get)
  if (!image) return null
  const title = image.title || t.messages.image
  return (
    <Dialog
      title={title}
      size="large"
      onClose={() => openedImage.set(undefined)}
      actions={
        <a href={image.url} target="_blank" rel="noopener noreferrer">
          {t.messages.openOriginal}
        </a>
      }
    >
      <img className={styles.image} src={image.url} alt={title} />
    </Dialog>
  )
}

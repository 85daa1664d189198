import { Eye } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './format-row.module.css'
import { FormatButtons } from './format-toolbar.tsx'

interface FormatRowProps {
  area: RefObject<HTMLTextAreaElement | null>
  isPreview: boolean
  onPreview: (isPreview: boolean) => void
  /** At its end. */
  children?: ReactNode
}

/** The tools for the text of a message, in one row. */
export function FormatRow({ area, isPreview, onPreview, children }: FormatRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.tools} role="toolbar" aria-label={t.compose.tools}>
        <FormatButtons area={area} disabled={isPreview} />
        <span className={styles.line} />
        <IconButton label={t.compose.preview} pressed={isPreview} onClick={() => onPreview(!isPreview)}>
          <Eye />
        </IconButton>
      </div>
      {children}
    </div>
  )
}

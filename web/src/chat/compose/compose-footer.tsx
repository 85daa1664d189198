import { Eye, SendHorizontal } from 'lucide-react'
import type { RefObject } from 'react'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { ComposeDialogName } from '../drafts/compose-dialogs.tsx'
import { UnsentMenu } from '../drafts/unsent-menu.tsx'
import { SendLaterMenu } from '../scheduled/send-later-menu.tsx'
import { UploadButton } from '../uploads/upload-button.tsx'
import { ByteCount } from './byte-count.tsx'
import styles from './compose-footer.module.css'
import type { Composer } from './composer.ts'
import { EmojiButton } from './emoji-button.tsx'
import { EnterSends } from './enter-sends.tsx'
import { FormatButtons } from './format-toolbar.tsx'

interface ComposeFooterProps {
  composer: Composer
  area: RefObject<HTMLTextAreaElement | null>
  content: string
  isPreview: boolean
  onPreview: (isPreview: boolean) => void
  onInsert: (text: string) => void
  onFiles: (files: readonly File[]) => void
  canSend: boolean
  isReady: () => boolean
  onSchedule: (at: Date) => Promise<void>
  onOpen: (dialog: ComposeDialogName) => void
}

/** Everything that can be done with the text, sending it last. */
export function ComposeFooter({
  composer,
  area,
  content,
  isPreview,
  onPreview,
  onInsert,
  onFiles,
  canSend,
  isReady,
  onSchedule,
  onOpen,
}: ComposeFooterProps) {
  return (
    <div className={styles.footer}>
      <div className={styles.tools} role="toolbar" aria-label={t.compose.tools}>
        <FormatButtons area={area} disabled={isPreview} />
        <span className={styles.line} />
        <EmojiButton onPick={onInsert} disabled={isPreview} />
        <UploadButton onFiles={onFiles} disabled={isPreview} />
        <IconButton label={t.compose.preview} pressed={isPreview} onClick={() => onPreview(!isPreview)}>
          <Eye />
        </IconButton>
        <UnsentMenu composer={composer} onOpen={onOpen} />
      </div>
      <div className={styles.send}>
        <EnterSends />
        <ByteCount content={content} />
        <span className={styles.now}>
          <SendLaterMenu {...{ isReady, onSchedule }} onOtherTime={() => onOpen('time')} />
          <Button type="submit" look="primary" icon={<SendHorizontal />} disabled={!canSend}>
            {t.compose.send}
          </Button>
        </span>
      </div>
    </div>
  )
}

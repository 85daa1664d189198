import { SendHorizontal, Type } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import type { Composer } from '../drafts/composer.ts'
import { SendLaterMenu } from '../scheduled/send-later-menu.tsx'
import { useChat } from '../state/workspace.ts'
import { UploadButton } from '../uploads/upload-button.tsx'
import styles from './compose-box.module.css'
import type { ComposeDialogName } from './compose-dialogs.tsx'
import { EmojiButton } from './emoji-button.tsx'
import { UnsentMenu } from './unsent-menu.tsx'

interface ComposeLineToolsProps {
  composer: Composer
  isWritten: boolean
  isPreview: boolean
  isFormatting: boolean
  onFormatting: (isFormatting: boolean) => void
  onInsert: (text: string) => void
  onFiles: (files: readonly File[]) => void
  canSend: boolean
  isReady: () => boolean
  onSchedule: (at: Date) => Promise<void>
  onOpen: (dialog: ComposeDialogName) => void
}

/** What can be done with the message, beside its text. Sending it is last. */
export function ComposeLineTools({
  composer,
  isWritten,
  isPreview,
  isFormatting,
  onFormatting,
  onInsert,
  onFiles,
  canSend,
  isReady,
  onSchedule,
  onOpen,
}: ComposeLineToolsProps) {
  const enterSends = useChat((state) => state.settings.enter_sends)
  return (
    <>
      <div className={styles.tools}>
        <IconButton
          label={t.compose.formatting}
          aria-expanded={isFormatting}
          onClick={() => onFormatting(!isFormatting)}
        >
          <Type />
        </IconButton>
        <EmojiButton onPick={onInsert} disabled={isPreview} />
        <UploadButton onFiles={onFiles} disabled={isPreview} />
        <UnsentMenu composer={composer} onOpen={onOpen} />
        {isWritten && <SendLaterMenu {...{ isReady, onSchedule }} onOtherTime={() => onOpen('time')} />}
      </div>
      <IconButton
        type="submit"
        label={t.compose.send}
        title={enterSends ? t.compose.sendByEnter : t.compose.sendByControlEnter}
        className={styles.send}
        disabled={!canSend}
      >
        <SendHorizontal />
      </IconButton>
    </>
  )
}

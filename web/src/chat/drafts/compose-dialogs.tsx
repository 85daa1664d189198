import { t } from '../../texts/texts.ts'
import { type Composer, useComposition } from '../compose/composer.ts'
import { proposeTimes } from '../scheduled/delivery-times.ts'
import { ScheduledDialog } from '../scheduled/scheduled-dialog.tsx'
import { TimeDialog } from '../scheduled/time-dialog.tsx'
import { DraftsDialog } from './drafts-dialog.tsx'
import { SnippetsDialog } from './snippets-dialog.tsx'

export type ComposeDialogName = 'drafts' | 'scheduled' | 'snippets' | 'time'

interface ComposeDialogsProps {
  open: ComposeDialogName | undefined
  composer: Composer
  onInsert: (text: string) => void
  onSchedule: (at: Date) => Promise<void>
  onClose: () => void
}

/** Outside the form of the message, because they have forms of their own. */
export function ComposeDialogs({ open, composer, onInsert, onSchedule, onClose }: ComposeDialogsProps) {
  const { content } = useComposition(composer)
  switch (open) {
    case 'drafts':
      return <DraftsDialog composer={composer} onClose={onClose} />
    case 'scheduled':
      return <ScheduledDialog composer={composer} onClose={onClose} />
    case 'snippets':
      return <SnippetsDialog content={content} onInsert={onInsert} onClose={onClose} />
    case 'time':
      return (
        <TimeDialog
          title={t.compose.sendLater}
          confirm={t.compose.schedule}
          start={proposeTimes(new Date())[1]?.at ?? new Date()}
          onChoose={onSchedule}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}

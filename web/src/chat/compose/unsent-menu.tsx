import { CalendarClock, FilePen, NotebookPen, PenLine } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { t } from '../../texts/texts.ts'
import { Menu } from '../../ui/menu.tsx'
import type { Composer } from '../drafts/composer.ts'
import { useChat } from '../state/workspace.ts'
import type { ComposeDialogName } from './compose-dialogs.tsx'

interface UnsentMenuProps {
  composer: Composer
  onOpen: (dialog: ComposeDialogName) => void
}

/** Everything that was written but not sent: drafts, scheduled messages and snippets. */
export function UnsentMenu({ composer, onOpen }: UnsentMenuProps) {
  const { store } = composer.drafts
  const { drafts } = useSyncExternalStore(store.subscribe, store.get)
  const scheduled = useChat((state) => state.scheduled.length)
  return (
    <Menu
      label={t.compose.unsent}
      icon={<PenLine />}
      groups={[
        [
          {
            label: t.compose.countedDrafts(drafts.length),
            icon: <FilePen />,
            onChoose: () => onOpen('drafts'),
          },
          {
            label: t.compose.countedScheduled(scheduled),
            icon: <CalendarClock />,
            onChoose: () => onOpen('scheduled'),
          },
          { label: t.compose.snippets, icon: <NotebookPen />, onChoose: () => onOpen('snippets') },
        ],
      ]}
    />
  )
}

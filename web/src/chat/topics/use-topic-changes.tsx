import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig, CircleDashed, FolderInput, PencilLine, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { canEditTopic } from '../message-actions/message-permissions.ts'
import { toastError } from '../sidebar/toast-error.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { deleteTopic, isResolved, moveTopic, otherState, renameTopic } from './change-topic.ts'
import { newestMessageQuery } from './newest-message-query.ts'
import { RenameTopicDialog } from './rename-topic-dialog.tsx'

const MoveTopicDialog = lazy(async () => ({
  default: (await import('./move-topic-dialog.tsx')).MoveTopicDialog,
}))

interface TopicChanges {
  /** What the server permits. Known once the menu is open. */
  items: MenuItem[]
  dangerous: MenuItem[]
  dialog: ReactNode
  onOpenChange: (open: boolean) => void
}

/** The changes of a whole topic, for a menu. */
export function useTopicChanges(streamId: number, topic: string): TopicChanges {
  const { state } = useWorkspace()
  const isAdmin = useChat((chat) => chat.me.isAdmin)
  const isGuest = useChat((chat) => chat.me.isGuest)
  const mayEdit = useChat((chat) => chat.realm.allow_message_editing)
  const [isWanted, setIsWanted] = useState(false)
  const [asking, setAsking] = useState<'rename' | 'move' | 'delete'>()
  const { data: newest } = useQuery({ ...newestMessageQuery(streamId, topic), enabled: isWanted })
  const isPermitted = newest ? canEditTopic(state.get(), newest, Date.now()) : false

  const rename = (wanted: string) => renameTopic(newest!.id, wanted)
  const items: MenuItem[] = [
    {
      label: t.topics.rename,
      icon: <PencilLine />,
      disabled: !isPermitted,
      onChoose: () => setAsking('rename'),
    },
    ...(isGuest
      ? []
      : [
          {
            label: t.topics.move,
            icon: <FolderInput />,
            disabled: !isPermitted,
            onChoose: () => setAsking('move'),
          },
        ]),
    {
      label: isResolved(topic) ? t.topics.unresolve : t.topics.resolve,
      icon: isResolved(topic) ? <CircleDashed /> : <CircleCheckBig />,
      disabled: !isPermitted,
      onChoose: () => toastError(rename(otherState(topic))),
    },
  ]
  const erase: MenuItem = {
    label: t.topics.delete,
    icon: <Trash2 />,
    look: 'danger',
    disabled: !newest,
    onChoose: () => setAsking('delete'),
  }
  return {
    // While it is not known, they are shown as unavailable: a menu that grows moves under the pointer.
    items: mayEdit && (newest === undefined || isPermitted) ? items : [],
    dangerous: isAdmin ? [erase] : [],
    onOpenChange: setIsWanted,
    dialog:
      asking === 'rename' ? (
        <RenameTopicDialog topic={topic} onRename={rename} onClose={() => setAsking(undefined)} />
      ) : asking === 'move' ? (
        <Suspense fallback={null}>
          <MoveTopicDialog
            streamId={streamId}
            topic={topic}
            onMove={(stream, wanted) => moveTopic(newest!.id, stream, wanted)}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      ) : asking === 'delete' ? (
        <ConfirmDialog
          title={t.topics.deleteTitle(topic)}
          confirm={t.topics.delete}
          onConfirm={() => deleteTopic(streamId, topic)}
          onClose={() => setAsking(undefined)}
        >
          {t.topics.deleteExplained}
        </ConfirmDialog>
      ) : null,
  }
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheckBig, CircleDashed, FolderInput, PencilLine, Trash2 } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { toastError } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { canEditTopic } from '../message-actions/message-permissions.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { topicKey } from '../state/conversation.ts'
import { termsOf } from '../state/narrow.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'

const RESOLVED = '✔ '

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

/** The newest message of a topic, through which the whole topic is changed; null: it has none. */
function newestMessageQuery(streamId: number, topic: string) {
  return queryOptions({
    queryKey: chatKeys.newestMessage(topicKey(streamId, topic)),
    async queryFn({ signal }) {
      const narrow = termsOf({ kind: 'topic', streamId, topic })
      const input = { narrow, anchor: 'newest' as const, num_before: 1, num_after: 0 }
      const { messages } = await callChat('GET /messages', input, { signal })
      return messages[0] ?? null
    },
  })
}

const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED)

/** The name of the topic once it is resolved, or open again. */
function otherState(topic: string): string {
  return isResolved(topic) ? topic.slice(RESOLVED.length) : `${RESOLVED}${topic}`
}

/** Gives all messages of the topic another one. `messageId`: any message of it. */
function renameTopic(messageId: number, topic: string): Promise<unknown> {
  return callChat('PATCH /messages/{message_id}', {
    message_id: messageId,
    topic,
    propagate_mode: 'change_all',
  })
}

/** Moves the whole topic to another stream. `messageId`: any message of it. */
function moveTopic(messageId: number, streamId: number, topic: string): Promise<unknown> {
  return callChat('PATCH /messages/{message_id}', {
    message_id: messageId,
    stream_id: streamId,
    topic,
    propagate_mode: 'change_all',
  })
}

/** The server deletes as much as it can in one request. */
async function deleteTopic(streamId: number, topic: string): Promise<void> {
  const input = { stream_id: streamId, topic_name: topic }
  while (!(await callChat('POST /streams/{stream_id}/delete_topic', input)).complete);
}

interface RenameTopicDialogProps {
  topic: string
  onRename: (topic: string) => Promise<unknown>
  onClose: () => void
}

function RenameTopicDialog({ topic, onRename, onClose }: RenameTopicDialogProps) {
  const formId = useId()
  const [name, setName] = useState(topic)
  const { busy, error, run } = useSubmit()
  const isSame = name.trim() === '' || name.trim() === topic
  async function rename(event: FormEvent) {
    event.preventDefault()
    if (!isSame && (await run(() => onRename(name.trim())))) onClose()
  }
  return (
    <Dialog
      title={t.topics.renameTitle(topic)}
      size="small"
      onClose={onClose}
      actions={
        <FormActions
          form={formId}
          submit={t.topics.renameNow}
          busy={busy}
          disabled={isSame}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} onSubmit={(event) => void rename(event)}>
        <TextField
          label={t.topics.newName}
          hint={t.topics.renameHint}
          value={name}
          autoFocus
          error={error === undefined ? undefined : messageOf(error)}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

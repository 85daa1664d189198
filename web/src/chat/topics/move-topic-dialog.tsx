import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { whyForbidden } from '../destination/posting-problem.ts'
import type { ChatState } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { sortStreams } from '../streams/sort-streams.ts'
import { describeMove, type MoveDescription } from './describe-move.ts'
import styles from './move-topic-dialog.module.css'

interface MoveTopicDialogProps {
  streamId: number
  topic: string
  onMove: (streamId: number, topic: string) => Promise<unknown>
  onClose: () => void
}

export function MoveTopicDialog({ streamId, topic, onMove, onClose }: MoveTopicDialogProps) {
  const formId = useId()
  const state = useChat((chat) => chat)
  const [target, setTarget] = useState<number>()
  const [name, setName] = useState(topic)
  const { busy, error, run } = useSubmit()
  const isIncomplete = target === undefined || name.trim() === ''
  async function move(event: FormEvent) {
    event.preventDefault()
    if (!isIncomplete && (await run(() => onMove(target, name.trim())))) onClose()
  }
  return (
    <Dialog
      title={t.topics.moveTitle(topic)}
      size="small"
      onClose={onClose}
      actions={
        <FormActions
          form={formId}
          submit={t.topics.moveNow}
          busy={busy}
          disabled={isIncomplete}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void move(event)}>
        <SelectField
          label={t.topics.moveTo}
          value={target ?? ''}
          autoFocus
          onChange={(event) => setTarget(Number(event.target.value))}
        >
          <option value="" disabled>
            {t.topics.chooseStream}
          </option>
          {streamsToMoveTo(state, streamId).map((stream) => (
            <option key={stream.stream_id} value={stream.stream_id}>
              {stream.invite_only ? t.topics.privateStream(stream.name) : `#${stream.name}`}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t.topics.moveTopicName}
          value={name}
          error={error === undefined ? undefined : messageOf(error)}
          onChange={(event) => setName(event.target.value)}
        />
        {target !== undefined && <MoveNotice {...describeMove(state, streamId, target)} />}
      </form>
    </Dialog>
  )
}

function MoveNotice({ lines, isLoss }: MoveDescription) {
  return (
    <Notice look={isLoss ? 'warning' : 'info'}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}

/** Other streams to which the user may send. */
function streamsToMoveTo(state: ChatState, streamId: number) {
  const isOpen = (id: number) =>
    id !== streamId && whyForbidden(state, { kind: 'stream', streamId: id, topic: '' }) === undefined
  return sortStreams([...state.streams.values()].filter(({ stream_id }) => isOpen(stream_id)))
}

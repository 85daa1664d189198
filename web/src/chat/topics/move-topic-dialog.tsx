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
import styles from './move-topic-dialog.module.css'

/** How many people are named. */
const NAMED = 3

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

interface MoveDescription {
  lines: readonly string[]
  /** somebody can no longer read the messages */
  isLoss: boolean
}

/** Who sees messages after a move to another stream, who does not any more, and to whom they are new. */
function describeMove(state: ChatState, sourceId: number, targetId: number): MoveDescription {
  const source = state.streams.get(sourceId)
  const target = state.streams.get(targetId)
  if (!source || !target) return { lines: [], isLoss: false }
  const before = peopleIn(state, sourceId)
  const after = peopleIn(state, targetId)
  const missing = before.filter((id) => !after.includes(id))
  const lines = [target.invite_only ? t.topics.moveToPrivate(target.name) : t.topics.moveToPublic]
  const losers = target.invite_only ? missing : missing.filter((id) => state.people.get(id)?.is_guest)
  if (losers.length > 0) lines.push(t.topics.moveLoses(named(state, losers)))
  if (target.invite_only && !target.history_public_to_subscribers) lines.push(t.topics.moveClosedHistory)
  const added = after.filter((id) => !before.includes(id))
  if (source.invite_only && target.invite_only && added.length > 0)
    lines.push(t.topics.moveGains(named(state, added)))
  return { lines, isLoss: losers.length > 0 || (!source.invite_only && target.invite_only) }
}

const peopleIn = ({ subscribers, people }: ChatState, streamId: number): number[] =>
  [...(subscribers.get(streamId) ?? [])].filter((id) => people.get(id)?.is_active === true)

function named({ people }: ChatState, ids: readonly number[]): string {
  const names = ids.slice(0, NAMED).map((id) => people.get(id)!.full_name)
  const more = ids.length - names.length
  return more === 0 ? names.join(', ') : t.topics.andMore(names.join(', '), more)
}

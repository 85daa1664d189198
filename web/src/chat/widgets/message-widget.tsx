import type { Message } from '@switchboard/client/chat'
import { Check, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CheckField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { peopleNames } from '../pane-header/narrow-names.ts'
import { useChat } from '../state/workspace.ts'
import styles from './message-widget.module.css'
import type { PollWidgetData, TodoWidgetData, Widget } from './read-widget.ts'

export function MessageWidget({ message, widget }: { message: Message; widget: Widget }) {
  return widget.type === 'poll' ? (
    <PollWidget message={message} poll={widget} />
  ) : (
    <TodoWidget message={message} todo={widget} />
  )
}

function TodoWidget({ message, todo }: { message: Message; todo: TodoWidgetData }) {
  const step = useWidgetStep(message.id)
  const title = todo.title || t.messages.tasks
  const add = (task: string) =>
    step.take({ type: 'new_task', key: todo.nextIndex, task, desc: '', completed: false })
  return (
    <section className={styles.widget} aria-label={title}>
      <p className={styles.title}>{title}</p>
      {todo.tasks.length === 0 && <p className={styles.none}>{t.messages.noTasks}</p>}
      <ul>
        {todo.tasks.map(({ key, task, description, isDone }) => (
          <li key={key} className={styles.task}>
            <CheckField
              label={isDone ? <del>{task}</del> : task}
              {...(description !== '' && { hint: description })}
              checked={isDone}
              disabled={step.busy}
              onChange={() => void step.take({ type: 'strike', key })}
            />
          </li>
        ))}
      </ul>
      <AddLine label={t.messages.newTask} busy={step.busy} onAdd={add} />
    </section>
  )
}

function PollWidget({ message, poll }: { message: Message; poll: PollWidgetData }) {
  const step = useWidgetStep(message.id)
  const most = Math.max(1, ...poll.options.map(({ voters }) => voters.length))
  const question = poll.question || t.messages.pollWithoutQuestion
  return (
    <section className={styles.widget} aria-label={t.messages.poll(question)}>
      <p className={styles.title}>{question}</p>
      {poll.options.length === 0 && <p className={styles.none}>{t.messages.pollWithoutOptions}</p>}
      <ul>
        {poll.options.map((option) => (
          <PollOption
            key={option.key}
            option={option}
            most={most}
            onVote={(vote) => void step.take({ type: 'vote', key: option.key, vote })}
          />
        ))}
      </ul>
      <AddLine
        label={t.messages.newOption}
        busy={step.busy}
        onAdd={(option) => step.take({ type: 'new_option', idx: poll.nextIndex, option })}
      />
    </section>
  )
}

function PollOption({
  option,
  most,
  onVote,
}: {
  option: PollWidgetData['options'][number]
  most: number
  onVote: (vote: 1 | -1) => void
}) {
  const isMine = useChat((state) => option.voters.includes(state.me.userId))
  const names = useChat((state) => peopleNames(state, option.voters))
  const count = option.voters.length
  return (
    <li className={styles.option}>
      <button
        type="button"
        className={classNames(styles.vote, isMine && styles.voted)}
        aria-pressed={isMine}
        aria-label={t.messages.voteFor(option.text, count)}
        onClick={() => onVote(isMine ? -1 : 1)}
      >
        {isMine && <Check />}
        {count}
      </button>
      <div className={styles.choice}>
        <span>{option.text}</span>
        <progress className={styles.share} value={count} max={most} aria-hidden="true" />
        {count > 0 && <span className={styles.voters}>{names}</span>}
      </div>
    </li>
  )
}

/** Adds to a poll or a list. Everyone, including the author, sees it through its event. */
function useWidgetStep(messageId: number) {
  const submit = useSubmit()
  return {
    busy: submit.busy,
    take: (step: Record<string, unknown>): Promise<boolean> =>
      submit.run(async () => {
        try {
          const content = JSON.stringify(step)
          await callChat('POST /submessage', { message_id: messageId, msg_type: 'widget', content })
        } catch (error) {
          showToast(messageOf(error), 'danger')
          throw error
        }
      }),
  }
}

/** Adds a line to a poll or a list. A rejected line stays in the field. */
function AddLine({
  label,
  busy,
  onAdd,
}: {
  label: string
  busy: boolean
  onAdd: (text: string) => Promise<boolean>
}) {
  const [text, setText] = useState('')
  async function add(event: FormEvent) {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted !== '' && (await onAdd(wanted))) setText('')
  }
  return (
    <form className={styles.add} onSubmit={(event) => void add(event)}>
      <TextField
        label={label}
        hideLabel
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="small" icon={<Plus />} disabled={text.trim() === '' || busy}>
        {t.ui.add}
      </Button>
    </form>
  )
}

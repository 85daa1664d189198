import { Check } from 'lucide-react'
import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { peopleNames } from '../pane-header/narrow-names.ts'
import { useChat } from '../state/workspace.ts'
import { AddLine } from './add-line.tsx'
import type { PollWidgetData } from './read-widget.ts'
import { useWidgetStep } from './use-widget-step.ts'
import styles from './widgets.module.css'

export function PollWidget({ message, poll }: { message: Message; poll: PollWidgetData }) {
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

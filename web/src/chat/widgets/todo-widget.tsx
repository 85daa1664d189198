import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { CheckField } from '../../ui/field.tsx'
import { AddLine } from './add-line.tsx'
import type { TodoWidgetData } from './read-widget.ts'
import { useWidgetStep } from './use-widget-step.ts'
import styles from './widgets.module.css'

export function TodoWidget({ message, todo }: { message: Message; todo: TodoWidgetData }) {
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

import type { Message } from '@switchboard/client/chat'

/** What a message is besides its text. Clients of this family write it into submessages, all in the same way. */
export type Widget = PollWidgetData | TodoWidgetData

export interface PollWidgetData {
  type: 'poll'
  question: string
  options: { key: string; text: string; voters: readonly number[] }[]
  /** The number of the user's next option. */
  nextIndex: number
}

export interface TodoWidgetData {
  type: 'todo'
  title: string
  tasks: { key: string; task: string; description: string; isDone: boolean }[]
  nextIndex: number
}

type Step = { senderId: number; data: Record<string, unknown> }

/** undefined: only a text. Invalid submessages of other clients are left out. */
export function widgetOf(message: Pick<Message, 'sender_id' | 'submessages'>): Widget | undefined {
  if (message.submessages.length === 0) return undefined
  const [first, ...steps] = [...message.submessages]
    .sort((one, other) => one.id - other.id)
    .map(({ sender_id: senderId, content }): Step => ({ senderId, data: readJson(content) }))
  const extra = record(first?.data.extra_data)
  if (first?.data.widget_type === 'poll') return readPoll(extra, steps, message.sender_id)
  if (first?.data.widget_type === 'todo') return readTodo(extra, steps, message.sender_id)
  return undefined
}

function readPoll(extra: Record<string, unknown>, steps: readonly Step[], author: number): PollWidgetData {
  let question = text(extra.question)
  let nextIndex = 0
  const options = new Map<string, { text: string; voters: Set<number> }>()
  list(extra.options).forEach((option, index) => {
    options.set(`canned,${index}`, { text: text(option), voters: new Set() })
  })
  for (const { senderId, data } of steps) {
    if (data.type === 'question' && senderId === author) question = text(data.question)
    if (data.type === 'new_option' && typeof data.idx === 'number') {
      nextIndex = Math.max(nextIndex, data.idx + 1)
      const key = `${senderId},${data.idx}`
      if (!options.has(key)) options.set(key, { text: text(data.option), voters: new Set() })
    }
    if (data.type === 'vote') {
      const voters = options.get(text(data.key))?.voters
      if (data.vote === 1) voters?.add(senderId)
      else voters?.delete(senderId)
    }
  }
  const shown = [...options].map(([key, option]) => ({ key, text: option.text, voters: [...option.voters] }))
  return { type: 'poll', question, options: shown, nextIndex }
}

function readTodo(extra: Record<string, unknown>, steps: readonly Step[], author: number): TodoWidgetData {
  let title = text(extra.task_list_title)
  let nextIndex = 0
  const tasks = new Map<string, TodoWidgetData['tasks'][number]>()
  const add = (key: string, given: Record<string, unknown>) => {
    if (tasks.has(key)) return
    tasks.set(key, { key, task: text(given.task), description: text(given.desc), isDone: false })
  }
  list(extra.tasks).forEach((task, index) => {
    add(`${index},canned`, record(task))
  })
  for (const { senderId, data } of steps) {
    if (data.type === 'new_task_list_title' && senderId === author) title = text(data.title)
    if (data.type === 'new_task' && typeof data.key === 'number') {
      nextIndex = Math.max(nextIndex, data.key + 1)
      add(`${data.key},${senderId}`, data)
    }
    const task = data.type === 'strike' ? tasks.get(text(data.key)) : undefined
    if (task) tasks.set(task.key, { ...task, isDone: !task.isDone })
  }
  return { type: 'todo', title, tasks: [...tasks.values()], nextIndex }
}

function readJson(content: string): Record<string, unknown> {
  try {
    return record(JSON.parse(content))
  } catch {
    return {}
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

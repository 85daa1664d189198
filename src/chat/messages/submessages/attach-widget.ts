import type { ChatTransaction } from '../../chat-platform.ts'
import type { MessagesTable } from '../messages-table.ts'
import { submessagesTable } from './submessages-table.ts'

/** A message that opens a poll gets its first submessage at once, and accepts votes from then on. */
export async function attachWidget(transaction: ChatTransaction, message: MessagesTable) {
  const widget = readWidget(message.content)
  if (!widget) return undefined
  const submessage = {
    message_id: message.id,
    id: await transaction.next('submessages'),
    sender_id: message.sender_id,
    msg_type: 'widget',
    content: JSON.stringify(widget),
  }
  await submessagesTable.insert(transaction.db, { realm_id: message.realm_id, ...submessage })
  return { reactions: [], submessages: [submessage] }
}

/** What clients show instead of the text: a poll or a to-do list. */
interface Widget {
  widget_type: 'poll' | 'todo'
  extra_data: Record<string, unknown>
}

/** `/poll` or `/todo`, followed by the title, and one item per line. */
function readWidget(content: string): Widget | undefined {
  const command = /^\/(poll|todo)(?:[ \t]([^\n]*))?(?:\n([\s\S]*))?$/.exec(content)
  if (!command) return undefined
  const [, type, title = '', rest = ''] = command
  const items = rest
    .split('\n')
    .map((line) => line.trim().replace(/^[-*]\s*/, ''))
    .filter((line) => line !== '')
  if (type === 'poll') {
    return { widget_type: 'poll', extra_data: { question: title.trim(), options: items } }
  }
  return { widget_type: 'todo', extra_data: { task_list_title: title.trim(), tasks: items.map(readTask) } }
}

function readTask(item: string): { task: string; desc: string } {
  const [task = '', ...description] = item.split(':')
  return { task: task.trim(), desc: description.join(':').trim() }
}

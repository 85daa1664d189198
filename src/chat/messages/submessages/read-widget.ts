/** What clients show instead of the text: a poll or a to-do list. */
export interface Widget {
  widget_type: 'poll' | 'todo'
  extra_data: Record<string, unknown>
}

/** `/poll` or `/todo`, followed by the title, and one item per line. */
export function readWidget(content: string): Widget | undefined {
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

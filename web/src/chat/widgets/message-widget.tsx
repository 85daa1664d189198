import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { PollWidget } from './poll-widget.tsx'
import type { Widget } from './read-widget.ts'
import { TodoWidget } from './todo-widget.tsx'

export function MessageWidget({ message, widget }: { message: Message; widget: Widget }) {
  return widget.type === 'poll' ? (
    <PollWidget message={message} poll={widget} />
  ) : (
    <TodoWidget message={message} todo={widget} />
  )
}

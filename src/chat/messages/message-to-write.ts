import type { User } from '../identity/users/user.ts'
import type { RenderedMarkdown } from '../markdown/markdown-context.ts'
import type { Stream } from '../streams/stream.ts'

export type Destination =
  | { kind: 'stream'; stream: Stream; topic: string }
  /** everybody in the conversation, including the sender */
  | { kind: 'private'; people: readonly User[] }

export interface MessageToWrite {
  sender: User
  destination: Destination
  content: string
  rendered: RenderedMarkdown
  client: string
  /** the author, and users whose action caused it: it counts as read for them */
  readBy: readonly number[]
  local?: { queue_id: string; local_id: string } | undefined
}

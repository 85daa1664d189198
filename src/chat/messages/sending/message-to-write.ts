import type { User } from '../../identity/users/user.ts'
import type { RenderedMarkdown } from '../../markdown/markdown-context.ts'
import type { Stream } from '../../streams/stream.ts'

export type Destination =
  | { kind: 'stream'; stream: Stream; topic: string }
  /** everybody in the conversation, the sender included */
  | { kind: 'private'; people: readonly User[] }

export interface MessageToWrite {
  sender: User
  destination: Destination
  content: string
  rendered: RenderedMarkdown
  client: string
  /** people who need not read it: who wrote it by hand, or caused it */
  readBy: readonly number[]
  local?: { queue_id: string; local_id: string } | undefined
}

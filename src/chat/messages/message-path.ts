import { buildNarrowPath } from '../markdown/build-narrow-path.ts'
import type { MessagesTable } from './messages-table.ts'

export interface LinkedMessage {
  message: MessagesTable
  /** null: a private message */
  stream: { id: number; name: string } | null
  /** of a private message: the ids of everybody in the conversation */
  people: readonly number[]
}

/** The address of a message in the web app, behind the address of the organization. */
export function messagePath({ message, stream, people }: LinkedMessage): string {
  if (stream) return `${buildNarrowPath(stream, message.topic)}/near/${message.id}`
  const kind = people.length > 2 ? 'group' : 'pm'
  return `/#narrow/pm-with/${people.join(',')}-${kind}/near/${message.id}`
}

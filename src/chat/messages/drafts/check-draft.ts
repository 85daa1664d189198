import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findUsers } from '../../identity/users/user-store.ts'
import { accessStreamById } from '../../streams/stream-access.ts'
import { truncateTopic } from '../../streams/topic-name.ts'
import { checkContent } from '../sending/message-content.ts'
import type { DraftsTable } from './drafts-table.ts'

/** As the client sends it. */
export interface DraftInput {
  type: DraftsTable['type']
  to: number[]
  topic: string
  content: string
  timestamp?: number
}

const RECIPIENTS_LIMIT = 250
/** The end of the year 9999. No client clock is that wrong. */
const LATEST = 253_402_300_799

/** Validates a draft for storage. Its stream or people must exist for the actor. */
export async function checkDraft(
  chat: ChatPlatform,
  db: Db,
  actor: Actor,
  input: DraftInput,
): Promise<Omit<DraftsTable, 'id'>> {
  const { type, timestamp = secondsOf(chat.clock) } = input
  if (typeof timestamp !== 'number') throw badRequest('timestamp is not an integer')
  if (timestamp < 0) throw badRequest('Timestamp must not be negative.')
  if (timestamp > LATEST) throw badRequest('timestamp is too large')
  const own = { realm_id: actor.realm.id, user_id: actor.user.id }
  return {
    ...own,
    type,
    recipients: JSON.stringify(type === '' ? [] : await checkRecipients(db, actor, input)),
    topic: type === 'stream' ? checkDraftTopic(input.topic) : '',
    content: checkContent(input.content),
    edited_at: Math.floor(timestamp),
  }
}

async function checkRecipients(db: Db, actor: Actor, { type, to }: DraftInput): Promise<number[]> {
  const ids = [...new Set(to)]
  if (type === 'stream') {
    if (ids.length !== 1) throw badRequest('Must specify exactly 1 stream ID for stream messages')
    if (!(await accessStreamById(db, actor, ids[0]!))) throw badRequest('Invalid stream id')
    return ids
  }
  if (ids.length > RECIPIENTS_LIMIT) throw badRequest(`Too many recipients (limit: ${RECIPIENTS_LIMIT})`)
  const known = new Set((await findUsers(db, actor.realm.id, ids)).map((user) => user.id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw badRequest(`Invalid user ID ${unknown}`)
  return ids
}

/** An unfinished topic may be empty or too long. */
function checkDraftTopic(topic: string): string {
  if (topic.includes('\0')) throw badRequest('Topic must not contain null bytes')
  return truncateTopic(topic.trim())
}

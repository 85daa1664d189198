import { badRequest } from '../../chat-error.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor } from '../../identity/users/user.ts'
import { NO_TOPIC } from '../../streams/topic-name.ts'
import type { MessagesTable } from '../messages-table.ts'

/** For requests that were already in flight when the time limit passed. */
const GRACE_SECONDS = 20

export function checkMayEdit(
  actor: Actor,
  message: MessagesTable,
  wanted: { topic: boolean; stream: boolean; content: boolean },
  now: number,
): void {
  const { settings } = actor.realm
  if (!settings.allow_message_editing) throw badRequest('Your organization has turned off message editing')
  const age = now - message.sent_at - GRACE_SECONDS
  if (wanted.stream) checkStreamChange(actor, message, wanted.content)
  if (wanted.content) checkContentEdit(actor, message, age)
  if (wanted.topic || wanted.stream) checkTopicEdit(actor, message, age)
}

/** The target is checked like the stream of a new message; see message-destination.ts. */
function checkStreamChange(actor: Actor, message: MessagesTable, changesContent: boolean): void {
  if (message.stream_id === null) throw badRequest('Private messages cannot be moved to a stream')
  if (!may(actor.user, 'move messages to another stream'))
    throw badRequest('Guests cannot move messages to another stream')
  if (changesContent) {
    throw badRequest('Move the message to another stream first, then edit its content in a second request')
  }
}

function checkContentEdit(actor: Actor, message: MessagesTable, age: number): void {
  if (!may(actor.user, 'edit messages', message.sender_id === actor.user.id))
    throw badRequest("You don't have permission to edit this message")
  const limit = actor.realm.settings.message_content_edit_limit_seconds
  if (limit > 0 && age > limit) throw badRequest('The time limit for editing this message has passed')
}

function checkTopicEdit(actor: Actor, message: MessagesTable, age: number): void {
  if (message.stream_id === null) throw badRequest('Private messages have no topic')
  if (
    message.sender_id === actor.user.id ||
    may(actor.user, 'change topics of others at any time') ||
    message.topic === NO_TOPIC
  )
    return
  const { settings } = actor.realm
  if (!settings.allow_community_topic_editing) {
    throw badRequest("You don't have permission to edit this message")
  }
  // Anybody may change a topic, but only for a limited time.
  const limit = settings.community_topic_editing_limit_seconds
  if (limit > 0 && age > limit) throw badRequest('The time limit for editing this message has passed')
}

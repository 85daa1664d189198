import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { checkEmoji, type Emoji, findEmojiByName } from '../../markdown/custom-emoji/find-emoji.ts'
import { findChangeAudience } from '../find-change-audience.ts'
import { accessMessage } from '../message-access.ts'
import { findReactionWith } from '../message-extras-store.ts'
import { reactionChanged } from './reaction-events.ts'
import { reactionsTable } from './reactions-table.ts'

/** As the client names it: by its name, or by name, code and type. */
export interface NamedEmoji {
  name: string | undefined
  code: string | undefined
  type: string | undefined
}

/** Every reader of the message sees all of them. */
const REACTIONS_LIMIT = 50

export function addReaction(
  chat: ChatPlatform,
  actor: Actor,
  messageId: number,
  named: NamedEmoji,
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const message = await accessMessage(db, actor, messageId)
    const emoji = await findEmojiToAdd(db, actor, messageId, named)
    const own = await reactionsTable.list(db, {
      realm_id: actor.realm.id,
      message_id: messageId,
      user_id: actor.user.id,
    })
    if (own.some((row) => isSame(row, emoji))) throw alreadyExists()
    if (own.length >= REACTIONS_LIMIT) throw badRequest(`Too many reactions (limit: ${REACTIONS_LIMIT})`)
    const isNew = await reactionsTable.insertIfAbsent(db, {
      ...emoji,
      realm_id: actor.realm.id,
      message_id: messageId,
      user_id: actor.user.id,
      id: await transaction.next('reactions'),
    })
    // Another client of the same person added it first, in another process.
    if (!isNew) throw alreadyExists()
    const audience = await findChangeAudience(db, actor, message)
    transaction.announce(reactionChanged('add', actor.user, messageId, emoji, audience))
  })
}

export function removeReaction(
  chat: ChatPlatform,
  actor: Actor,
  messageId: number,
  named: NamedEmoji,
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const message = await accessMessage(transaction.db, actor, messageId)
    const emoji = await findOwnReaction(transaction, actor, messageId, named)
    const { emoji_code, reaction_type } = emoji
    await reactionsTable.remove(transaction.db, {
      realm_id: actor.realm.id,
      message_id: messageId,
      user_id: actor.user.id,
      emoji_code,
      reaction_type,
    })
    const audience = await findChangeAudience(transaction.db, actor, message)
    transaction.announce(reactionChanged('remove', actor.user, messageId, emoji, audience))
  })
}

/** Repeating an existing reaction reuses its name, and is possible even if the emoji has been deactivated. */
async function findEmojiToAdd(db: Db, actor: Actor, messageId: number, named: NamedEmoji): Promise<Emoji> {
  const { name = '', code, type } = named
  let emoji: Emoji
  if (code !== undefined && type !== undefined) {
    emoji = { emoji_name: name, emoji_code: code, reaction_type: type }
  } else {
    const found = await findEmojiByName(db, actor.realm.id, name)
    if (!found) throw noSuchEmoji(name)
    emoji = {
      ...found,
      ...(code !== undefined && { emoji_code: code }),
      ...(type !== undefined && { reaction_type: type }),
    }
  }
  const known = await findReactionWith(db, actor.realm.id, messageId, emoji)
  if (known) return { ...emoji, emoji_name: known.emoji_name }
  return checkEmoji(db, actor.realm.id, emoji)
}

/** Finds it as it was added, even if the emoji has been deactivated since. */
async function findOwnReaction(
  { db }: ChatTransaction,
  actor: Actor,
  messageId: number,
  { name, code, type }: NamedEmoji,
): Promise<Emoji> {
  const own = await reactionsTable.list(db, {
    realm_id: actor.realm.id,
    message_id: messageId,
    user_id: actor.user.id,
  })
  const missing = new ChatError("Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' })
  const withCode = (emoji_code: string, reaction_type: string | undefined) =>
    own.find(
      (row) =>
        row.emoji_code === emoji_code && (reaction_type === undefined || row.reaction_type === reaction_type),
    )
  if (code !== undefined) {
    const found = withCode(code, type)
    if (!found) throw missing
    return found
  }
  if (name === undefined) {
    throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code')
  }
  const byName = own.find(
    (row) => row.emoji_name === name && (type === undefined || row.reaction_type === type),
  )
  if (byName) return byName
  const emoji = await findEmojiByName(db, actor.realm.id, name)
  if (!emoji) throw noSuchEmoji(name)
  const found = withCode(emoji.emoji_code, type ?? emoji.reaction_type)
  if (!found) throw missing
  return found
}

const isSame = (one: Emoji, other: Emoji) =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type

const alreadyExists = () => new ChatError('Reaction already exists.', { code: 'REACTION_ALREADY_EXISTS' })

const noSuchEmoji = (name: string) => badRequest(`Emoji '${name}' does not exist`)

import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { addReaction, removeReaction } from './change-reaction.ts'

const endpoint = endpointOf<ChatPlatform>()

const nothing = Type.Object({}, { additionalProperties: false })
const messageId = integer('Id of the message.')
const name = text('Name of the emoji.')
const code = optional(text("Code points of the emoji in hexadecimal, or the organization's id for it."))
const type = optional(text('`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`.'))

export const reactionRoutes = [
  endpoint({
    method: 'POST',
    path: '/messages/:message_id/reactions',
    summary: 'Add an emoji reaction',
    description:
      'Anybody who can read a message can react to it. Repeating an emoji of another person counts as a vote for it.',
    access: 'react, vote and type',
    parameters: { message_id: messageId, emoji_name: name, emoji_code: code, reaction_type: type },
    response: nothing,
    async handle({ chat, actor, input }) {
      const { emoji_name, emoji_code, reaction_type } = input
      const emoji = { name: emoji_name, code: emoji_code, type: reaction_type }
      await addReaction(chat, actor, input.message_id, emoji)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/messages/:message_id/reactions',
    summary: 'Remove an emoji reaction',
    description: 'Removes your own reaction, given by emoji_name or emoji_code.',
    access: 'react, vote and type',
    parameters: { message_id: messageId, emoji_name: optional(name), emoji_code: code, reaction_type: type },
    response: nothing,
    async handle({ chat, actor, input }) {
      const { emoji_name, emoji_code, reaction_type } = input
      const emoji = { name: emoji_name, code: emoji_code, type: reaction_type }
      await removeReaction(chat, actor, input.message_id, emoji)
      return {}
    },
  }),
]

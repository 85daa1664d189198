import { Type } from '@sinclair/typebox'
import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import { deactivateUser } from '../accounts/deactivate-user.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { drawSquares } from '../files/pictures/draw-square.ts'
import { onePicture, pictureBytes } from '../http/one-file.ts'
import { boolean, integer, json, optional, otherwise, text } from '../http/parameter.ts'
import { textOrJson } from '../http/text-or-json.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { type Actor, isBot } from '../identity/users/user.ts'
import type { Messages } from '../messages/messages.ts'
import { setBotAvatar } from '../people/avatars/set-bot-avatar.ts'
import { accessBot } from '../people/bots/bot-access.ts'
import { BotSchema, defaultFields, openBot, ServiceSchema } from '../people/bots/bot-view.ts'
import type { People } from '../people/people.ts'
import { describeBots } from '../streams/describe-bots.ts'
import { createBot, getBotKey, getWebhookSecret, regenerateBotKey } from './bot-actions.ts'
import { changeBot } from './change-bot.ts'

const endpoint = endpointOf<Messages>()

const exact = { additionalProperties: false }
const botId = integer('The id of the bot, which is its user id.')
const KeyAnswer = Type.Object({ api_key: Type.String() }, exact)

const OwnBot = Type.Object(
  {
    username: Type.String({ description: 'Its email address.' }),
    ...Type.Omit(BotSchema, ['email', 'is_active', 'owner_id', 'owner']).properties,
  },
  exact,
)

export const botRoutes = [
  endpoint({
    method: 'GET',
    path: '/bots',
    summary: 'Get own bots',
    description: 'The active bots that belong to you, with their keys.',
    access: 'see their own bots',
    parameters: {},
    response: Type.Object({ bots: Type.Array(OwnBot) }, exact),
    async handle({ chat, actor }) {
      return { bots: await listOwnBots(chat, actor) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/bots',
    summary: 'Create a bot',
    fileBytes: pictureBytes,
    description:
      'You own the bot. Its email address is the short name plus `-bot` at the domain of the organization.',
    access: 'create bots',
    parameters: {
      full_name: text('Its name.'),
      short_name: text('The start of its email address: letters, digits and `_.+-`.'),
      bot_type: otherwise(json('1: generic, 2: incoming webhook, 3: outgoing webhook.', Type.Integer()), 1),
      payload_url: otherwise(
        textOrJson('For outgoing webhooks: the URL that messages for the bot are posted to.'),
        '',
      ),
      interface_type: otherwise(
        json('For outgoing webhooks: 1 for generic JSON, 2 for the format of Slack.', Type.Integer()),
        1,
      ),
      default_sending_stream: otherwise(textOrJson('The stream it sends to by default.'), ''),
      default_events_register_stream: otherwise(
        textOrJson('The stream whose events its queues receive when registered without a narrow.'),
        '',
      ),
      default_all_public_streams: otherwise(
        boolean('Whether its queues receive events of all public streams by default.'),
        false,
      ),
    },
    response: Type.Object(
      { user_id: Type.Integer(), api_key: Type.String(), avatar_url: Type.String(), ...defaultFields },
      exact,
    ),
    async handle({ chat, actor, input, files }) {
      const picture = await readBotPicture(actor, files)
      const bot = await createBot(chat, actor, {
        fullName: input.full_name,
        shortName: input.short_name,
        botType: input.bot_type,
        payloadUrl: input.payload_url,
        interfaceType: input.interface_type,
        defaultSendingStream: input.default_sending_stream,
        defaultEventsRegisterStream: input.default_events_register_stream,
        defaultAllPublicStreams: input.default_all_public_streams,
      })
      return { ...bot, ...(await keepBotPicture(chat, actor, bot.user_id, picture)) }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/bots/:bot_id',
    summary: 'Change a bot',
    fileBytes: pictureBytes,
    description:
      'For its owner. Administrators change its name, its picture and its owner: a new owner gets a new key, the bot leaves the streams that they cannot read, and the former owner is told. Omitted fields are unchanged; returns the updated bot.',
    access: 'change and disable bots',
    parameters: {
      bot_id: botId,
      full_name: optional(text('Its new name.')),
      bot_owner_id: optional(json('Id of the new owner; for administrators.', Type.Integer())),
      service_payload_url: optional(textOrJson('For outgoing webhooks: the new URL.')),
      service_interface: optional(json('For outgoing webhooks: 1 generic, 2 Slack.', Type.Integer())),
      default_sending_stream: optional(textOrJson('Name of a stream; empty: none.')),
      default_events_register_stream: optional(textOrJson('Name of a stream; empty: none.')),
      default_all_public_streams: optional(boolean('See Create a bot.')),
    },
    response: Type.Object(
      {
        user_id: Type.Integer(),
        full_name: Type.String(),
        avatar_url: Type.String(),
        bot_owner: Type.Union([Type.String(), Type.Null()], { description: 'Email address.' }),
        ...defaultFields,
        services: Type.Array(ServiceSchema),
      },
      exact,
    ),
    async handle({ chat, actor, input, files }) {
      const picture = await readBotPicture(actor, files)
      const bot = await changeBot(chat, actor, input.bot_id, {
        fullName: input.full_name,
        ownerId: input.bot_owner_id,
        payloadUrl: input.service_payload_url,
        interfaceType: input.service_interface,
        defaultSendingStream: input.default_sending_stream,
        defaultEventsRegisterStream: input.default_events_register_stream,
        defaultAllPublicStreams: input.default_all_public_streams,
      })
      const { user_id, full_name, avatar_url, owner: bot_owner, services } = bot
      return {
        ...openBot(
          chat.secrets,
          { user_id, full_name, avatar_url, services },
          bot.owner_id === actor.user.id,
        ),
        bot_owner,
        default_sending_stream: bot.default_sending_stream,
        default_events_register_stream: bot.default_events_register_stream,
        default_all_public_streams: bot.default_all_public_streams,
        ...(await keepBotPicture(chat, actor, bot.user_id, picture)),
      }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/bots/:bot_id',
    summary: 'Deactivate a bot',
    description: 'For its owner and administrators. Its messages stay; its key stops working.',
    access: 'change and disable bots',
    parameters: { bot_id: botId },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await deactivateBot(chat, actor, input.bot_id)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/bots/:bot_id/api_key',
    summary: 'Get the key of a bot',
    description: 'For its owner.',
    access: 'read and replace the keys of bots',
    parameters: { bot_id: botId },
    response: KeyAnswer,
    async handle({ chat, actor, input }) {
      return { api_key: await getBotKey(chat, actor, input.bot_id) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/bots/:bot_id/api_key/regenerate',
    summary: 'Give a bot a new key',
    description: 'For its owner. The old one stops working.',
    access: 'read and replace the keys of bots',
    parameters: { bot_id: botId },
    response: KeyAnswer,
    async handle({ chat, actor, input }) {
      return { api_key: await regenerateBotKey(chat, actor, input.bot_id) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/bots/:bot_id/webhook_secret',
    summary: 'Get the secret of an outgoing webhook',
    description: 'For its owner. It signs the requests to the service, as specified by Standard Webhooks.',
    access: 'read and replace the keys of bots',
    parameters: { bot_id: botId },
    response: Type.Object({ webhook_secret: Type.String() }, exact),
    async handle({ chat, actor, input }) {
      return { webhook_secret: await getWebhookSecret(chat, actor, input.bot_id) }
    },
  }),
]

async function deactivateBot(chat: ChatPlatform, actor: Actor, botId: number): Promise<void> {
  const bot = await accessBot(chat.database.read, actor, botId)
  if (bot.is_active) await deactivateUser(chat, bot)
}

/** The actor's own bots with their keys, oldest first. */
async function listOwnBots(chat: People, { realm, user }: Actor) {
  const { users } = await chat.members.require(realm.id)
  const own = users.filter((bot) => isBot(bot) && bot.bot_owner_id === user.id && bot.is_active === 1)
  const views = await describeBots(chat.database.read, own, chat.config.publicUrl)
  return views.map((view) => {
    const {
      email: username,
      is_active: _active,
      owner_id: _id,
      owner: _owner,
      ...bot
    } = openBot(chat.secrets, view, true)
    return { username, ...bot }
  })
}

/** Clients of this family send the picture with the other fields. undefined: none. */
async function readBotPicture(
  { realm }: Actor,
  files: readonly ReceivedFile[],
): Promise<ReceivedFile | undefined> {
  if (files.length === 0) return undefined
  const picture = onePicture(files, 'You may only upload one file at a time')
  // Validate first: an unreadable picture fails the whole request.
  await drawSquares(realm.id, picture, [1])
  return picture
}

/** Returns the fields that it adds to the response. */
async function keepBotPicture(
  chat: ChatPlatform,
  actor: Actor,
  botId: number,
  picture: ReceivedFile | undefined,
) {
  return picture ? { avatar_url: await setBotAvatar(chat, actor, botId, picture) } : {}
}

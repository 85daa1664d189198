import { type Static, Type } from '@sinclair/typebox'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { avatarUrl } from '../../identity/users/avatar.ts'
import type { User } from '../../identity/users/user.ts'
import { botDefaultsOf } from './bot.ts'
import type { BotServicesTable } from './bot-services-table.ts'

const exact = { additionalProperties: false }
const TextOrNull = Type.Union([Type.String(), Type.Null()])

export const ServiceSchema = Type.Object(
  {
    base_url: Type.String({ description: 'The URL that messages for the bot are posted to.' }),
    interface: Type.Integer({ description: '1: generic JSON, 2: compatible with Slack.' }),
    token: Type.Optional(
      Type.String({ description: 'Sent with each of those requests. For the owner only.' }),
    ),
  },
  exact,
)

/** Names of streams; null: none. */
export const defaultFields = {
  default_sending_stream: TextOrNull,
  default_events_register_stream: TextOrNull,
  default_all_public_streams: Type.Boolean(),
}

/** A bot as seen by its owner and the administrators. */
export const BotSchema = Type.Object(
  {
    user_id: Type.Integer(),
    email: Type.String(),
    full_name: Type.String(),
    bot_type: Type.Integer(),
    is_active: Type.Boolean(),
    avatar_url: Type.String(),
    owner_id: Type.Union([Type.Integer(), Type.Null()]),
    owner: TextOrNull,
    ...defaultFields,
    api_key: Type.Optional(Type.String({ description: 'For the owner only.' })),
    services: Type.Array(ServiceSchema, { description: 'One for an outgoing webhook bot, else none.' }),
  },
  exact,
)

export type BotView = Static<typeof BotSchema>

export interface SealedService {
  base_url: string
  interface: number
  sealed_token: string
}

/** A bot with its secrets encrypted, as stored in the event log. */
export type SealedBot = Omit<BotView, 'api_key' | 'services'> & {
  sealed_api_key: string
  services: SealedService[]
}

export interface BotSurroundings {
  owner: User | undefined
  streamNames: ReadonlyMap<number, string>
  service: BotServicesTable | undefined
  publicUrl: string
}

export function viewSealedBot(bot: User, around: BotSurroundings): SealedBot {
  return {
    user_id: bot.id,
    email: bot.email,
    full_name: bot.full_name,
    bot_type: bot.bot_type!,
    is_active: bot.is_active === 1,
    avatar_url: avatarUrl(around.publicUrl, bot),
    owner_id: bot.bot_owner_id,
    owner: around.owner?.email ?? null,
    ...viewDefaults(bot, around.streamNames),
    sealed_api_key: bot.api_key_sealed,
    services: around.service ? [viewSealedService(around.service)] : [],
  }
}

export function viewDefaults(bot: User, streamNames: ReadonlyMap<number, string>) {
  const defaults = botDefaultsOf(bot)
  const name = (id: number | null) => (id === null ? null : (streamNames.get(id) ?? null))
  return {
    default_sending_stream: name(defaults.default_sending_stream_id),
    default_events_register_stream: name(defaults.default_events_register_stream_id),
    default_all_public_streams: defaults.default_all_public_streams,
  }
}

export const viewSealedService = (service: BotServicesTable): SealedService => ({
  base_url: service.base_url,
  interface: service.interface,
  sealed_token: service.token_sealed,
})

/** Decrypts the secrets for the owner, and leaves them out for others. Also takes a partial bot, as in events. */
export function openBot<Part extends Partial<SealedBot>>(secrets: Secrets, sealed: Part, isOwner: boolean) {
  const { sealed_api_key: key, services, ...rest } = sealed
  return {
    ...rest,
    ...(isOwner && key !== undefined && { api_key: secrets.decrypt(key) }),
    ...(services && { services: services.map((service) => openService(secrets, service, isOwner)) }),
  }
}

const openService = (
  secrets: Secrets,
  { sealed_token: token, ...service }: SealedService,
  isOwner: boolean,
) => ({ ...service, ...(isOwner && { token: secrets.decrypt(token) }) })

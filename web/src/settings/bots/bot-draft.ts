import type { RealmBot } from '../../../../packages/client/src/generated/chat-api.ts'
import type { ChatInput } from '../../api/chat-api.ts'

/** The values of the bot form. */
export interface BotDraft {
  fullName: string
  ownerId: number
  payloadUrl: string
  interfaceType: number
  /** names; empty: none */
  sendingStream: string
  eventsStream: string
  allPublic: boolean
}

export function draftOf(bot: RealmBot): BotDraft {
  const [service] = bot.services
  return {
    fullName: bot.full_name,
    ownerId: bot.owner_id ?? 0,
    payloadUrl: service?.base_url ?? '',
    interfaceType: service?.interface ?? 1,
    sendingStream: bot.default_sending_stream ?? '',
    eventsStream: bot.default_events_register_stream ?? '',
    allPublic: bot.default_all_public_streams,
  }
}

/** Only changes: other values may have been changed elsewhere meanwhile. */
export function botChanges(
  bot: RealmBot,
  draft: BotDraft,
): Omit<ChatInput<'PATCH /bots/{bot_id}'>, 'bot_id'> {
  const before = draftOf(bot)
  return {
    ...(draft.fullName !== before.fullName && { full_name: draft.fullName }),
    ...(draft.ownerId !== before.ownerId && { bot_owner_id: draft.ownerId }),
    ...(draft.payloadUrl !== before.payloadUrl && { service_payload_url: draft.payloadUrl }),
    ...(draft.interfaceType !== before.interfaceType && { service_interface: draft.interfaceType }),
    ...(draft.sendingStream !== before.sendingStream && { default_sending_stream: draft.sendingStream }),
    ...(draft.eventsStream !== before.eventsStream && {
      default_events_register_stream: draft.eventsStream,
    }),
    ...(draft.allPublic !== before.allPublic && { default_all_public_streams: draft.allPublic }),
  }
}

import type { InitialContext, InitialPart } from './initial-context.ts'
import {
  initialConversations,
  initialMaxMessageId,
  initialStarred,
  initialUnread,
} from './initial-messages.ts'
import {
  initialAlertWords,
  initialBots,
  initialDisplaySettings,
  initialNotificationSettings,
  initialProfileFields,
  initialUsers,
} from './initial-people.ts'
import { initialEmoji, initialRealm, initialWebhookBots } from './initial-realm.ts'
import {
  initialDefaultStreams,
  initialMutedTopics,
  initialStreams,
  initialSubscriptions,
} from './initial-streams.ts'

const constant =
  (data: Record<string, unknown>): InitialPart =>
  async () =>
    data

/** What a client of an event type starts from; the events then change it. */
const parts: ReadonlyMap<string, InitialPart> = new Map([
  ['alert_words', initialAlertWords],
  ['custom_profile_fields', initialProfileFields],
  ['default_stream_groups', constant({ realm_default_stream_groups: [] })],
  ['default_streams', initialDefaultStreams],
  ['hotspots', constant({ hotspots: [] })],
  ['message', initialMaxMessageId],
  ['muted_topics', initialMutedTopics],
  ['pointer', constant({ pointer: -1 })],
  ['presence', constant({ presences: {} })],
  ['realm', initialRealm],
  ['realm_bot', initialBots],
  ['realm_domains', constant({ realm_domains: [] })],
  ['realm_embedded_bots', constant({ realm_embedded_bots: [] })],
  ['realm_emoji', initialEmoji],
  ['realm_filters', constant({ realm_filters: [] })],
  ['realm_incoming_webhook_bots', initialWebhookBots],
  ['realm_user', initialUsers],
  ['realm_user_groups', constant({ realm_user_groups: [] })],
  ['recent_private_conversations', initialConversations],
  ['starred_messages', initialStarred],
  ['stop_words', constant({ stop_words: [] })],
  ['stream', initialStreams],
  ['subscription', initialSubscriptions],
  ['update_display_settings', initialDisplaySettings],
  ['update_global_notifications', initialNotificationSettings],
  ['user_status', constant({ user_status: {} })],
])

/** null: of every type. Unread messages need both of the types that change them. */
export async function readInitialData(
  context: InitialContext,
  types: readonly string[] | null,
): Promise<Record<string, unknown>> {
  const wants = (type: string) => types === null || types.includes(type)
  const data: Record<string, unknown> = {}
  for (const [type, part] of parts) if (wants(type)) Object.assign(data, await part(context))
  if (wants('message') && wants('update_message_flags')) Object.assign(data, await initialUnread(context))
  return data
}

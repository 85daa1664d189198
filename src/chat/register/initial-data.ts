import { initialRealmDomains } from '../accounts/domains/realm-domain-view.ts'
import { initialSpaceUsed } from '../files/uploads/upload-limits.ts'
import { initialPointer } from '../history/pointers/move-pointer.ts'
import { initialEmoji } from '../markdown/custom-emoji/list-emoji.ts'
import { initialDrafts } from '../messages/drafts/initial-drafts.ts'
import { initialSavedSnippets } from '../messages/saved-snippets/initial-saved-snippets.ts'
import type { InitialContext, InitialPart } from '../people/initial-context.ts'
import { initialMutedUsers } from '../people/muted-users/mute-user.ts'
import { initialNavigationViews } from '../people/navigation-views/navigation-view.ts'
import type { People } from '../people/people.ts'
import { initialPresences } from '../people/presence/initial-presences.ts'
import {
  initialDisplaySettings,
  initialNotificationSettings,
  initialUserDefaults,
  initialUserSettings,
} from '../people/settings/initial-user-settings.ts'
import { initialUserGroups } from '../people/user-groups/get-user-groups.ts'
import { initialPersonStatuses } from '../people/user-status/get-person-status.ts'
import { initialChannelFolders } from '../streams/channel-folders/channel-folder-view.ts'
import {
  initialConversations,
  initialMaxMessageId,
  initialStarred,
  initialUnread,
} from './initial-messages.ts'
import { initialAlertWords, initialBots, initialProfileFields, initialUsers } from './initial-people.ts'
import {
  initialExports,
  initialFilters,
  initialLinkifiers,
  initialPlaygrounds,
  initialRealm,
  initialWebhookBots,
} from './initial-realm.ts'
import { initialReminders, initialScheduledMessages } from './initial-scheduled.ts'
import {
  initialDefaultStreams,
  initialMutedTopics,
  initialStreams,
  initialSubscriptions,
  initialUserTopics,
} from './initial-streams.ts'

const constant =
  (data: Record<string, unknown>): InitialPart<People> =>
  async () =>
    data

/** The initial data for each event type. Events then update it. */
const parts: ReadonlyMap<string, InitialPart<People>> = new Map([
  ['alert_words', initialAlertWords],
  ['attachment', initialSpaceUsed],
  ['channel_folders', initialChannelFolders],
  ['custom_profile_fields', initialProfileFields],
  ['default_stream_groups', constant({ realm_default_stream_groups: [] })],
  ['default_streams', initialDefaultStreams],
  ['drafts', initialDrafts],
  ['hotspots', constant({ hotspots: [] })],
  ['message', initialMaxMessageId],
  ['muted_topics', initialMutedTopics],
  ['muted_users', initialMutedUsers],
  ['navigation_views', initialNavigationViews],
  ['pointer', initialPointer],
  ['presence', initialPresences],
  ['realm', initialRealm],
  ['realm_bot', initialBots],
  ['realm_domains', initialRealmDomains],
  ['realm_embedded_bots', constant({ realm_embedded_bots: [] })],
  ['realm_emoji', initialEmoji],
  ['realm_export', initialExports],
  ['realm_filters', initialFilters],
  ['realm_incoming_webhook_bots', initialWebhookBots],
  ['realm_linkifiers', initialLinkifiers],
  ['realm_playgrounds', initialPlaygrounds],
  ['realm_user', initialUsers],
  ['realm_user_groups', initialUserGroups],
  ['realm_user_settings_defaults', initialUserDefaults],
  ['recent_private_conversations', initialConversations],
  ['saved_snippets', initialSavedSnippets],
  ['starred_messages', initialStarred],
  ['scheduled_messages', initialScheduledMessages],
  ['reminders', initialReminders],
  ['stop_words', constant({ stop_words: [] })],
  ['stream', initialStreams],
  ['subscription', initialSubscriptions],
  ['update_display_settings', initialDisplaySettings],
  ['update_global_notifications', initialNotificationSettings],
  ['user_group', initialUserGroups],
  ['user_settings', initialUserSettings],
  ['user_status', initialPersonStatuses],
  ['user_topic', initialUserTopics],
])

/** null: every type. Unread messages need both of the types that change them. */
export async function readInitialData(
  context: InitialContext<People>,
  types: readonly string[] | null,
): Promise<Record<string, unknown>> {
  const wants = (type: string) => types === null || types.includes(type)
  const data: Record<string, unknown> = {}
  for (const [type, part] of parts) if (wants(type)) Object.assign(data, await part(context))
  if (wants('message') && wants('update_message_flags')) Object.assign(data, await initialUnread(context))
  return data
}

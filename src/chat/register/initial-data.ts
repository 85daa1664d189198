import { initialRealmDomains } from '../accounts/domains/realm-domain-events.ts'
import { integrations } from '../bots/incoming-webhooks/integrations.ts'
import { initialSpaceUsed, viewUploadLimits } from '../files/uploads/upload-limits.ts'
import { initialPointer } from '../history/pointers/move-pointer.ts'
import { IDS_LEVEL } from '../http/feature-level.ts'
import { may } from '../identity/permissions.ts'
import { realmBotDomain, realmIconSource, realmIconUrl, realmUri } from '../identity/realm-addresses.ts'
import { viewRealmSettings } from '../identity/realms/realm-setting-fields.ts'
import { isGuest } from '../identity/users/user.ts'
import { settingsOf } from '../identity/users/user-settings.ts'
import { initialEmoji } from '../markdown/custom-emoji/list-emoji.ts'
import { viewFilter, viewLinkifier } from '../markdown/linkifiers/linkifier-events.ts'
import { linkifiersTable } from '../markdown/linkifiers/linkifiers-table.ts'
import { viewPlayground } from '../markdown/playgrounds/playground-events.ts'
import { playgroundsTable } from '../markdown/playgrounds/playgrounds-table.ts'
import { initialDrafts } from '../messages/drafts/initial-drafts.ts'
import { listOwnReminders } from '../messages/reminders/change-reminders.ts'
import { initialSavedSnippets } from '../messages/saved-snippets/initial-saved-snippets.ts'
import { listOwnScheduledMessages } from '../messages/scheduled-messages/list-scheduled-messages.ts'
import { viewExport } from '../organization/export/realm-export-events.ts'
import { listExports } from '../organization/export/realm-export-store.ts'
import {
  authenticationMethods,
  listActiveProviders,
} from '../organization/server-settings/server-settings.ts'
import { listBotCommands } from '../people/bots/bot-command-events.ts'
import type { InitialContext, InitialPart } from '../people/initial-context.ts'
import { initialMutedUsers } from '../people/muted-users/mute-user.ts'
import { initialNavigationViews } from '../people/navigation-views/navigation-view-events.ts'
import type { People } from '../people/people.ts'
import { OFFLINE_SECONDS, PRESENCE_PING_SECONDS } from '../people/presence/get-presences.ts'
import { initialPresences } from '../people/presence/initial-presences.ts'
import { knownAccounts } from '../people/profile-fields/profile-field-types.ts'
import {
  initialDisplaySettings,
  initialNotificationSettings,
  initialUserDefaults,
  initialUserSettings,
} from '../people/settings/initial-user-settings.ts'
import { initialUserGroups } from '../people/user-groups/get-user-groups.ts'
import { initialPersonStatuses } from '../people/user-status/get-person-status.ts'
import { initialChannelFolders } from '../streams/channel-folders/channel-folder-events.ts'
import { listVisibleStreams } from '../streams/list-visible-streams.ts'
import { STREAM_DESCRIPTION_LIMIT, STREAM_NAME_LIMIT, type Stream } from '../streams/stream.ts'
import { isOpenTo } from '../streams/stream-access.ts'
import { viewStream } from '../streams/stream-events.ts'
import { listDefaultStreams, listStreams } from '../streams/stream-store.ts'
import { listAllSubscribers, listSubscriptionRows } from '../streams/subscriptions/subscription-store.ts'
import { viewSubscription } from '../streams/subscriptions/subscription-view.ts'
import { NO_TOPIC, TOPIC_LIMIT } from '../streams/topic-name.ts'
import { listMutedTopics, listTopicPolicies } from '../streams/topic-visibility/muted-topic-store.ts'
import { viewMutedTopic, viewUserTopic } from '../streams/topic-visibility/user-topic-events.ts'
import {
  initialConversations,
  initialMaxMessageId,
  initialStarred,
  initialUnread,
} from './initial-messages.ts'
import { initialAlertWords, initialBots, initialProfileFields, initialUsers } from './initial-people.ts'
import { unofferedFields } from './unoffered-fields.ts'

/** Streams that the user is subscribed to, was subscribed to, and could subscribe to. Subscribers are ids here. */
const initialSubscriptions: InitialPart = async ({ chat, db, actor, includeSubscribers }) => {
  const rows = new Map(
    (await listSubscriptionRows(db, actor.realm.id, actor.user.id)).map((row) => [row.stream_id, row]),
  )
  const subscribers = includeSubscribers ? await listAllSubscribers(db, actor.realm.id) : undefined
  const settings = settingsOf(actor.user)
  const withSubscribers = <View extends object>(stream: Stream, view: View, mayKnow: boolean) => {
    if (!subscribers) return view
    return { ...view, subscribers: mayKnow ? (subscribers.get(stream.id) ?? []).map(({ id }) => id) : [] }
  }
  const subscriptions: object[] = []
  const unsubscribed: object[] = []
  const neverSubscribed: object[] = []
  for (const stream of await listStreams(db, actor.realm.id)) {
    const row = rows.get(stream.id)
    const isKnown = isOpenTo(actor, stream) || may(actor.user, 'see that private streams exist')
    if (row?.active) {
      const view = viewSubscription(stream, row, settings, chat.config.publicUrl)
      subscriptions.push(withSubscribers(stream, view, true))
    } else if (row && isKnown) {
      const view = viewSubscription(stream, row, settings, chat.config.publicUrl)
      unsubscribed.push(withSubscribers(stream, view, true))
    } else if (isKnown && may(actor.user, 'see streams')) {
      neverSubscribed.push(withSubscribers(stream, viewStream(stream), true))
    }
  }
  return { subscriptions, unsubscribed, never_subscribed: neverSubscribed }
}

const initialStreams: InitialPart = async ({ db, actor }) => {
  const streams = await listVisibleStreams(db, actor, {
    includePublic: true,
    includeSubscribed: true,
    includeAllActive: may(actor.user, 'see that private streams exist'),
    includeDefault: false,
    includeOwnerSubscribed: false,
  })
  return {
    streams: streams.map(viewStream),
    stream_name_max_length: STREAM_NAME_LIMIT,
    stream_description_max_length: STREAM_DESCRIPTION_LIMIT,
  }
}

const initialDefaultStreams: InitialPart = async ({ db, actor, level }) => {
  const streams = isGuest(actor.user) ? [] : await listDefaultStreams(db, actor.realm.id)
  return {
    realm_default_streams: level < IDS_LEVEL ? streams.map(viewStream) : streams.map(({ id }) => id),
  }
}

const initialMutedTopics: InitialPart = async ({ db, actor }) => ({
  muted_topics: (await listMutedTopics(db, actor.realm.id, actor.user.id)).map(viewMutedTopic),
})

const initialUserTopics: InitialPart = async ({ db, actor }) => ({
  user_topics: (await listTopicPolicies(db, actor.realm.id, actor.user.id)).map(viewUserTopic),
})

const initialRealm: InitialPart = async ({ chat, db, actor, level }) => {
  const { realm } = actor
  const providers = await listActiveProviders(db, realm)
  return {
    realm_name: realm.name,
    realm_description: realm.description,
    realm_uri: realmUri(chat.config.publicUrl, realm),
    realm_icon_url: realmIconUrl(chat.config.publicUrl, realm),
    realm_icon_source: realmIconSource(realm),
    ...viewUploadLimits(chat.config),
    ...viewRealmSettings(realm.settings, level),
    realm_authentication_methods: authenticationMethods(chat, providers),
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_push_notifications_enabled: false,
    realm_wildcard_mention_policy: 1,
    max_stream_name_length: STREAM_NAME_LIMIT,
    max_stream_description_length: STREAM_DESCRIPTION_LIMIT,
    max_topic_length: TOPIC_LIMIT,
    realm_empty_topic_display_name: NO_TOPIC,
    server_presence_ping_interval_seconds: PRESENCE_PING_SECONDS,
    server_presence_offline_threshold_seconds: OFFLINE_SECONDS,
    event_queue_longpoll_timeout_seconds: chat.config.heartbeatSeconds + 30,
    server_emoji_data_url: `${realmUri(chat.config.publicUrl, realm)}/api/v1/emoji_data`,
    realm_bot_domain: realmBotDomain(chat.config.publicUrl, realm),
    realm_default_external_accounts: knownAccounts,
    realm_plan_type: 1,
    realm_available_video_chat_providers: {
      disabled: { name: 'None', id: 0 },
      jitsi_meet: { name: 'Jitsi Meet', id: 1 },
      ...(chat.config.bigBlueButton && { big_blue_button: { name: 'BigBlueButton', id: 3 } }),
    },
    realm_inline_image_preview: true,
    realm_inline_url_embed_preview: false,
    realm_invite_required:
      chat.openid?.settings.join !== 'everyone' && providers.every(({ joins }) => joins !== 'everyone'),
    ...unofferedFields,
  }
}

/** Only for administrators. */
const initialExports: InitialPart = async ({ chat, db, actor: { realm, user } }) => {
  const rows = may(user, 'export the organization') ? await listExports(db, realm.id) : []
  return { realm_exports: rows.map((row) => viewExport(chat.config.publicUrl, realm, row)) }
}

const initialFilters: InitialPart = async ({ db, actor }) => ({
  realm_filters: (await linkifiersTable.list(db, { realm_id: actor.realm.id })).map(viewFilter),
})

const initialLinkifiers: InitialPart = async ({ db, actor }) => ({
  realm_linkifiers: (await linkifiersTable.list(db, { realm_id: actor.realm.id })).map(viewLinkifier),
})

const initialPlaygrounds: InitialPart = async ({ db, actor }) => ({
  realm_playgrounds: (await playgroundsTable.list(db, { realm_id: actor.realm.id })).map(viewPlayground),
})

const initialBotCommands: InitialPart = async ({ db, actor }) => ({
  bot_commands: await listBotCommands(db, actor.realm.id),
})

const initialWebhookBots: InitialPart = async () => ({
  realm_incoming_webhook_bots: [...integrations.values()].map(({ name, displayName }) => ({
    name,
    display_name: displayName,
    config: {},
  })),
})

const initialScheduledMessages: InitialPart = async ({ db, actor }) => ({
  scheduled_messages: await listOwnScheduledMessages(db, actor),
})

const initialReminders: InitialPart = async ({ db, actor }) => ({
  reminders: await listOwnReminders(db, actor),
})

const constant =
  (data: Record<string, unknown>): InitialPart<People> =>
  async () =>
    data

/** The initial data for each event type. Events then update it. */
const parts: ReadonlyMap<string, InitialPart<People>> = new Map([
  ['alert_words', initialAlertWords],
  ['attachment', initialSpaceUsed],
  ['bot_commands', initialBotCommands],
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

/**
 * null: every type. Unread messages need both of the types that change them. All parts are read at the same time: one
 * after another, a hundred clients that reconnect would wait for thousands of trips to the database.
 */
export async function readInitialData(
  context: InitialContext<People>,
  types: readonly string[] | null,
): Promise<Record<string, unknown>> {
  const wants = (type: string) => types === null || types.includes(type)
  const wanted = [...parts].filter(([type]) => wants(type)).map(([, part]) => part)
  if (wants('message') && wants('update_message_flags')) wanted.push(initialUnread)
  // The snapshot must stay open until the last of them has ended, even if one fails.
  const read = await Promise.allSettled(wanted.map((part) => part(context)))
  const data: Record<string, unknown> = {}
  for (const result of read) {
    if (result.status === 'rejected') throw result.reason
    Object.assign(data, result.value)
  }
  return data
}

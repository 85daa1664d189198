import type { AlertWordsTable } from './alert-words/alert-words-table.ts'
import type {
  AttachmentMessagesTable,
  AttachmentsTable,
  UploadTotalsTable,
} from './attachments/attachments-table.ts'
import type { BotStorageTable } from './bot-storage/bot-storage-table.ts'
import type { RealmEmojiTable } from './custom-emoji/realm-emoji-table.ts'
import type { DraftsTable } from './drafts/drafts-table.ts'
import type { EmailChangesTable } from './email-changes/email-changes-table.ts'
import type { EventQueuesTable } from './event-queues/event-queues-table.ts'
import type { InvitesTable } from './invitations/invites-table.ts'
import type { LinkifiersTable } from './linkifiers/linkifiers-table.ts'
import type { MailOutboxTable } from './mails/mail-outbox-table.ts'
import type { MessageEditsTable } from './message-edits/message-edits-table.ts'
import type { TopicMovesTable } from './message-edits/topic-moves-table.ts'
import type { MessagesTable, SendKeysTable } from './messages/messages-table.ts'
import type { MutedTopicsTable } from './muted-topics/muted-topics-table.ts'
import type { MutedUsersTable } from './muted-users/muted-users-table.ts'
import type { BotServicesTable } from './outgoing-webhooks/bot-services-table.ts'
import type { WebhookPostsTable } from './outgoing-webhooks/webhook-posts-table.ts'
import type { PasswordResetsTable } from './password-resets/password-resets-table.ts'
import type { PointersTable } from './pointers/pointers-table.ts'
import type { PresencesTable } from './presence/presences-table.ts'
import type { ProfileFieldsTable, ProfileValuesTable } from './profile-fields/profile-fields-table.ts'
import type { ReactionsTable } from './reactions/reactions-table.ts'
import type { MessageFlagsTable } from './read-state/message-flags-table.ts'
import type { ReadRangesTable } from './read-state/read-ranges-table.ts'
import type { RealmExportsTable } from './realm-export/realm-exports-table.ts'
import type { RealmsTable } from './realms/realms-table.ts'
import type { ReceptionsTable, RecipientsTable } from './recipients/recipients-table.ts'
import type { RemindersTable } from './reminders/reminders-table.ts'
import type { SavedSnippetsTable } from './saved-snippets/saved-snippets-table.ts'
import type { ScheduledMessagesTable } from './scheduled-messages/scheduled-messages-table.ts'
import type {
  MessageIndexTable,
  MessageTokensTable,
  SearchMarksTable,
} from './search-index/message-index-table.ts'
import type { SessionsTable } from './sessions/sessions-table.ts'
import type { StreamsTable } from './streams/streams-table.ts'
import type { SubmessagesTable } from './submessages/submessages-table.ts'
import type { SubscriptionsTable } from './subscriptions/subscriptions-table.ts'
import type { UserGroupMembersTable, UserGroupsTable } from './user-groups/user-groups-table.ts'
import type { PersonStatusesTable } from './user-status/person-statuses-table.ts'
import type { UsersTable } from './users/users-table.ts'

/** Every table of the chat. Ids count per organization, so each key starts with realm_id. */
export interface ChatTables {
  realms: RealmsTable
  realm_emoji: RealmEmojiTable
  users: UsersTable
  alert_words: AlertWordsTable
  profile_fields: ProfileFieldsTable
  profile_values: ProfileValuesTable
  streams: StreamsTable
  recipients: RecipientsTable
  receptions: ReceptionsTable
  subscriptions: SubscriptionsTable
  messages: MessagesTable
  message_edits: MessageEditsTable
  topic_moves: TopicMovesTable
  send_keys: SendKeysTable
  message_index: MessageIndexTable
  message_tokens: MessageTokensTable
  search_marks: SearchMarksTable
  message_flags: MessageFlagsTable
  read_ranges: ReadRangesTable
  muted_topics: MutedTopicsTable
  muted_users: MutedUsersTable
  person_statuses: PersonStatusesTable
  pointers: PointersTable
  presences: PresencesTable
  scheduled_messages: ScheduledMessagesTable
  reminders: RemindersTable
  reactions: ReactionsTable
  submessages: SubmessagesTable
  drafts: DraftsTable
  saved_snippets: SavedSnippetsTable
  event_queues: EventQueuesTable
  attachments: AttachmentsTable
  attachment_messages: AttachmentMessagesTable
  upload_totals: UploadTotalsTable
  linkifiers: LinkifiersTable
  bot_services: BotServicesTable
  bot_storage: BotStorageTable
  webhook_posts: WebhookPostsTable
  realm_exports: RealmExportsTable
  user_groups: UserGroupsTable
  user_group_members: UserGroupMembersTable
  sessions: SessionsTable
  invites: InvitesTable
  password_resets: PasswordResetsTable
  email_changes: EmailChangesTable
  mail_outbox: MailOutboxTable
}

import type { EmailChangesTable } from './accounts/email-changes/email-changes-table.ts'
import type { InvitesTable } from './accounts/invitations/invites-table.ts'
import type { MailOutboxTable } from './accounts/mails/mail-outbox-table.ts'
import type { PasswordResetsTable } from './accounts/password-resets/password-resets-table.ts'
import type { BotStorageTable } from './bots/bot-storage/bot-storage-table.ts'
import type { EventQueuesTable } from './events/event-queues/event-queues-table.ts'
import type {
  AttachmentMessagesTable,
  AttachmentsTable,
  UploadTotalsTable,
} from './files/uploads/attachments-table.ts'
import type { PointersTable } from './history/pointers/pointers-table.ts'
import type { RealmsTable } from './identity/realms/realms-table.ts'
import type { SessionsTable } from './identity/sessions/sessions-table.ts'
import type { UsersTable } from './identity/users/users-table.ts'
import type { RealmEmojiTable } from './markdown/custom-emoji/realm-emoji-table.ts'
import type { LinkifiersTable } from './markdown/linkifiers/linkifiers-table.ts'
import type { DraftsTable } from './messages/drafts/drafts-table.ts'
import type { MessageFlagsTable } from './messages/flags/message-flags-table.ts'
import type { ReadRangesTable } from './messages/flags/read-ranges-table.ts'
import type { MessageEditsTable } from './messages/message-edits/message-edits-table.ts'
import type { TopicMovesTable } from './messages/message-edits/topic-moves-table.ts'
import type { MessagesTable, SendKeysTable } from './messages/messages-table.ts'
import type { ReactionsTable } from './messages/reactions/reactions-table.ts'
import type { RemindersTable } from './messages/reminders/reminders-table.ts'
import type { SavedSnippetsTable } from './messages/saved-snippets/saved-snippets-table.ts'
import type { ScheduledMessagesTable } from './messages/scheduled-messages/scheduled-messages-table.ts'
import type {
  MessageIndexTable,
  MessageTokensTable,
  SearchMarksTable,
} from './messages/search-index/message-index-table.ts'
import type { SubmessagesTable } from './messages/submessages/submessages-table.ts'
import type { WebhookPostsTable } from './messages/webhook-posts/webhook-posts-table.ts'
import type { RealmExportsTable } from './organization/export/realm-exports-table.ts'
import type { AlertWordsTable } from './people/alert-words/alert-words-table.ts'
import type { BotServicesTable } from './people/bots/bot-services-table.ts'
import type { MutedUsersTable } from './people/muted-users/muted-users-table.ts'
import type { PresencesTable } from './people/presence/presences-table.ts'
import type { ProfileFieldsTable, ProfileValuesTable } from './people/profile-fields/profile-fields-table.ts'
import type { UserGroupMembersTable, UserGroupsTable } from './people/user-groups/user-groups-table.ts'
import type { PersonStatusesTable } from './people/user-status/person-statuses-table.ts'
import type { ReceptionsTable, RecipientsTable } from './streams/recipients/recipients-table.ts'
import type { StreamsTable } from './streams/streams-table.ts'
import type { SubscriptionsTable } from './streams/subscriptions/subscriptions-table.ts'
import type { MutedTopicsTable } from './streams/topic-visibility/muted-topics-table.ts'

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

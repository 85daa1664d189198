import type { AlertWordsTable } from './alert-words/alert-words-table.ts'
import type { RealmEmojiTable } from './custom-emoji/realm-emoji-table.ts'
import type { EventQueuesTable } from './event-queues/event-queues-table.ts'
import type { LinkifiersTable } from './linkifiers/linkifiers-table.ts'
import type { MessagesTable, SendKeysTable } from './messages/messages-table.ts'
import type { MutedTopicsTable } from './muted-topics/muted-topics-table.ts'
import type { ProfileFieldsTable, ProfileValuesTable } from './profile-fields/profile-fields-table.ts'
import type { MessageFlagsTable } from './read-state/message-flags-table.ts'
import type { ReadMarksTable } from './read-state/read-marks-table.ts'
import type { RealmsTable } from './realms/realms-table.ts'
import type { ReceptionsTable, RecipientsTable } from './recipients/recipients-table.ts'
import type { StreamsTable } from './streams/streams-table.ts'
import type { SubscriptionsTable } from './subscriptions/subscriptions-table.ts'
import type { UserGroupMembersTable, UserGroupsTable } from './user-groups/user-groups-table.ts'
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
  send_keys: SendKeysTable
  message_flags: MessageFlagsTable
  read_marks: ReadMarksTable
  muted_topics: MutedTopicsTable
  event_queues: EventQueuesTable
  linkifiers: LinkifiersTable
  user_groups: UserGroupsTable
  user_group_members: UserGroupMembersTable
}

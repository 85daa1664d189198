import { accountRoutes } from './accounts/account-routes.ts'
import { alertWordRoutes } from './alert-words/alert-word-routes.ts'
import { attachmentRoutes } from './attachments/attachment-routes.ts'
import { avatarRoutes } from './avatars/avatar-routes.ts'
import { botStorageRoutes } from './bot-storage/bot-storage-routes.ts'
import { botRoutes } from './bots/bot-routes.ts'
import { realmEmojiRoutes } from './custom-emoji/realm-emoji-routes.ts'
import { defaultStreamRoutes } from './default-streams/default-stream-routes.ts'
import { draftRoutes } from './drafts/draft-routes.ts'
import { emailChangeRoutes } from './email-changes/email-change-routes.ts'
import { eventQueueRoutes } from './event-queues/event-queue-routes.ts'
import type { Endpoint } from './http/endpoint.ts'
import { webhookRoutes } from './incoming-webhooks/webhook-routes.ts'
import { inviteRoutes } from './invitations/invite-routes.ts'
import { joinRoutes } from './invitations/join-routes.ts'
import { linkifierRoutes } from './linkifiers/linkifier-routes.ts'
import { singleMessageRoutes } from './message-fetching/single-message-routes.ts'
import { flagRoutes } from './message-flags/flag-routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { mutedTopicRoutes } from './muted-topics/muted-topic-routes.ts'
import { mutedUserRoutes } from './muted-users/muted-user-routes.ts'
import { ownSettingsRoutes } from './own-settings/own-settings-routes.ts'
import { passwordResetRoutes } from './password-resets/password-reset-routes.ts'
import { pointerRoutes } from './pointers/pointer-routes.ts'
import { presenceRoutes } from './presence/presence-routes.ts'
import { profileFieldRoutes } from './profile-fields/profile-field-routes.ts'
import { reactionRoutes } from './reactions/reaction-routes.ts'
import { readReceiptRoutes } from './read-receipts/read-receipt-routes.ts'
import { readStateRoutes } from './read-state/read-state-routes.ts'
import { realmExportRoutes } from './realm-export/realm-export-routes.ts'
import { realmIconRoutes } from './realms/realm-icon-routes.ts'
import { realmRoutes } from './realms/realm-routes.ts'
import { registerRoutes } from './register/register-routes.ts'
import { reminderRoutes } from './reminders/reminder-routes.ts'
import { savedSnippetRoutes } from './saved-snippets/saved-snippet-routes.ts'
import { scheduledMessageRoutes } from './scheduled-messages/scheduled-message-routes.ts'
import { serverSettingsRoutes } from './server-settings/server-settings-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { streamChangeRoutes } from './stream-changes/stream-change-routes.ts'
import { streamLookupRoutes } from './streams/stream-lookup-routes.ts'
import { streamRoutes } from './streams/stream-routes.ts'
import { submessageRoutes } from './submessages/submessage-routes.ts'
import { subscriptionPropertyRoutes } from './subscription-properties/subscription-property-routes.ts'
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts'
import { topicRoutes } from './topics/topic-routes.ts'
import { typingRoutes } from './typing/typing-routes.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import { userGroupRoutes } from './user-groups/user-group-routes.ts'
import { personStatusRoutes } from './user-status/person-status-routes.ts'
import { userTopicRoutes } from './user-topics/user-topic-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** The whole Chat Service API, in the order of the documentation. */
export const chatEndpoints: readonly Endpoint[] = [
  ...messageRoutes,
  ...singleMessageRoutes,
  ...reactionRoutes,
  ...submessageRoutes,
  ...typingRoutes,
  ...readStateRoutes,
  ...flagRoutes,
  ...readReceiptRoutes,
  ...draftRoutes,
  ...savedSnippetRoutes,
  ...subscriptionRoutes,
  ...streamRoutes,
  ...mutedTopicRoutes,
  ...streamLookupRoutes,
  ...streamChangeRoutes,
  ...defaultStreamRoutes,
  ...subscriptionPropertyRoutes,
  ...userTopicRoutes,
  ...topicRoutes,
  ...scheduledMessageRoutes,
  ...reminderRoutes,
  ...uploadRoutes,
  ...attachmentRoutes,
  ...registerRoutes,
  ...eventQueueRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...ownSettingsRoutes,
  ...emailChangeRoutes,
  ...profileFieldRoutes,
  ...presenceRoutes,
  ...personStatusRoutes,
  ...mutedUserRoutes,
  ...pointerRoutes,
  ...userGroupRoutes,
  ...avatarRoutes,
  ...alertWordRoutes,
  ...botRoutes,
  ...botStorageRoutes,
  ...realmRoutes,
  ...realmExportRoutes,
  ...realmIconRoutes,
  ...realmEmojiRoutes,
  ...linkifierRoutes,
  ...serverSettingsRoutes,
  ...signInRoutes,
  ...sessionRoutes,
  ...passwordResetRoutes,
  ...inviteRoutes,
  ...joinRoutes,
  ...webhookRoutes,
]

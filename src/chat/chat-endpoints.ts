import { accountRoutes } from './accounts/account-routes.ts'
import { realmDomainRoutes } from './accounts/domains/realm-domain-routes.ts'
import { emailChangeRoutes } from './accounts/email-changes/email-change-routes.ts'
import { erasureRoutes } from './accounts/erasure/erasure-routes.ts'
import { inviteRoutes } from './accounts/invitations/invite-routes.ts'
import { joinRoutes } from './accounts/invitations/join-routes.ts'
import { ldapRoutes } from './accounts/ldap/ldap-routes.ts'
import { ownSettingsRoutes } from './accounts/own-settings/own-settings-routes.ts'
import { unsubscribeRoutes } from './accounts/own-settings/unsubscribe-routes.ts'
import { passwordResetRoutes } from './accounts/password-resets/password-reset-routes.ts'
import { identityProviderRoutes } from './accounts/providers/identity-provider-routes.ts'
import { openIdRoutes } from './accounts/providers/openid-routes.ts'
import { samlRoutes } from './accounts/providers/saml-routes.ts'
import { scimRoutes } from './accounts/scim/scim-routes.ts'
import { sessionRoutes, signInRoutes } from './accounts/sign-in/session-routes.ts'
import { userSessionRoutes } from './accounts/sign-in/user-session-routes.ts'
import { twoFactorRoutes } from './accounts/two-factor/two-factor-routes.ts'
import { botCommandRoutes } from './bots/bot-commands/bot-command-routes.ts'
import { botRoutes } from './bots/bot-routes.ts'
import { botStorageRoutes } from './bots/bot-storage/bot-storage-routes.ts'
import { signingSecretRoutes } from './bots/incoming-webhooks/signatures/signing-secret-routes.ts'
import { webhookRoutes } from './bots/incoming-webhooks/webhook-routes.ts'
import type { Chat } from './chat.ts'
import { pointerRoutes } from './history/pointers/pointer-routes.ts'
import { flagRoutes } from './history/read-state/flag-routes.ts'
import { readReceiptRoutes, readStateRoutes } from './history/read-state/read-state-routes.ts'
import { messagePageRoutes, singleMessageRoutes } from './history/single-message-routes.ts'
import { statisticsRoutes } from './history/statistics/statistics-routes.ts'
import type { Endpoint } from './identity/calls/endpoint.ts'
import { realmEmojiRoutes } from './markdown/custom-emoji/realm-emoji-routes.ts'
import { linkifierRoutes } from './markdown/linkifiers/linkifier-routes.ts'
import { playgroundRoutes } from './markdown/playgrounds/playground-routes.ts'
import { channelFolderRoutes } from './membership/channel-folders/channel-folder-routes.ts'
import { defaultStreamRoutes } from './membership/stream-changes/default-stream-routes.ts'
import { streamChangeRoutes } from './membership/stream-changes/stream-change-routes.ts'
import { channelRoutes, subscriptionRoutes } from './membership/subscription-routes.ts'
import { attachmentRoutes, uploadRoutes } from './messages/attachments/attachment-routes.ts'
import { draftRoutes } from './messages/drafts/draft-routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { reactionRoutes } from './messages/reactions/reaction-routes.ts'
import { reminderRoutes } from './messages/reminders/reminder-routes.ts'
import { reportRoutes } from './messages/reports/report-routes.ts'
import { savedSnippetRoutes } from './messages/saved-snippets/saved-snippet-routes.ts'
import { scheduledMessageRoutes } from './messages/scheduled-messages/scheduled-message-routes.ts'
import { submessageRoutes } from './messages/submessages/submessage-routes.ts'
import { topicRoutes } from './messages/topics/topic-routes.ts'
import { typingRoutes } from './messages/typing/typing-routes.ts'
import { appPushRoutes } from './notifications/app-push-routes.ts'
import { pushRoutes } from './notifications/push-routes.ts'
import { auditLogRoutes } from './organization/audit-log-routes.ts'
import { deactivateRealmRoutes } from './organization/deactivate-realm-routes.ts'
import { personExportRoutes } from './organization/export/person-export-routes.ts'
import { realmExportRoutes } from './organization/export/realm-export-routes.ts'
import { legalHoldRoutes } from './organization/legal-holds/legal-hold-routes.ts'
import { meetingRoutes } from './organization/meetings/meeting-routes.ts'
import { peopleImportRoutes } from './organization/people-import/people-import-routes.ts'
import { realmIconRoutes, realmRoutes } from './organization/realm-routes.ts'
import { serverSettingsRoutes } from './organization/server-settings/server-settings-routes.ts'
import { setupRoutes } from './organization/setup/setup-routes.ts'
import { storedDataRoutes } from './organization/stored-data/stored-data-routes.ts'
import { userDefaultRoutes } from './organization/user-defaults/user-default-routes.ts'
import { alertWordRoutes } from './people/alert-words/alert-word-routes.ts'
import { avatarRoutes } from './people/avatars/avatar-routes.ts'
import { mutedUserRoutes } from './people/muted-users/muted-user-routes.ts'
import { navigationViewRoutes } from './people/navigation-views/navigation-view-routes.ts'
import { presenceRoutes } from './people/presence/presence-routes.ts'
import { profileFieldRoutes } from './people/profile-fields/profile-field-routes.ts'
import { groupMemberRoutes, userGroupRoutes } from './people/user-groups/user-group-routes.ts'
import { userRoutes } from './people/user-routes.ts'
import { personStatusRoutes } from './people/user-status/person-status-routes.ts'
import { eventQueueRoutes, registerRoutes } from './register/event-queue-routes.ts'
import { streamLookupRoutes, streamRoutes } from './streams/stream-routes.ts'
import { subscriptionPropertyRoutes } from './streams/subscriptions/subscription-property-routes.ts'
import { mutedTopicRoutes, userTopicRoutes } from './streams/topic-visibility/user-topic-routes.ts'

/** The whole Chat Service API, in the order of the documentation. */
export const chatEndpoints: readonly Endpoint<Chat>[] = [
  ...messageRoutes,
  ...messagePageRoutes,
  ...singleMessageRoutes,
  ...reactionRoutes,
  ...submessageRoutes,
  ...typingRoutes,
  ...reportRoutes,
  ...readStateRoutes,
  ...flagRoutes,
  ...readReceiptRoutes,
  ...draftRoutes,
  ...savedSnippetRoutes,
  ...subscriptionRoutes,
  ...channelRoutes,
  ...channelFolderRoutes,
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
  ...ownSettingsRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...erasureRoutes,
  ...emailChangeRoutes,
  ...unsubscribeRoutes,
  ...profileFieldRoutes,
  ...presenceRoutes,
  ...personStatusRoutes,
  ...pushRoutes,
  ...appPushRoutes,
  ...mutedUserRoutes,
  ...navigationViewRoutes,
  ...pointerRoutes,
  ...userGroupRoutes,
  ...groupMemberRoutes,
  ...avatarRoutes,
  ...alertWordRoutes,
  ...botRoutes,
  ...botCommandRoutes,
  ...botStorageRoutes,
  ...realmRoutes,
  ...meetingRoutes,
  ...userDefaultRoutes,
  ...realmExportRoutes,
  ...personExportRoutes,
  ...legalHoldRoutes,
  ...storedDataRoutes,
  ...auditLogRoutes,
  ...peopleImportRoutes,
  ...statisticsRoutes,
  ...deactivateRealmRoutes,
  ...realmIconRoutes,
  ...setupRoutes,
  ...realmEmojiRoutes,
  ...linkifierRoutes,
  ...playgroundRoutes,
  ...realmDomainRoutes,
  ...serverSettingsRoutes,
  ...signInRoutes,
  ...sessionRoutes,
  ...userSessionRoutes,
  ...openIdRoutes,
  ...samlRoutes,
  ...identityProviderRoutes,
  ...passwordResetRoutes,
  ...twoFactorRoutes,
  ...ldapRoutes,
  ...scimRoutes,
  ...inviteRoutes,
  ...joinRoutes,
  ...signingSecretRoutes,
  ...webhookRoutes,
]

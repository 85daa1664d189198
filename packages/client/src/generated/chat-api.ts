// Made by `npm run openapi` from docs/openapi/chat.json.

export type Error = { result: "error"; msg: string; code?: "BAD_REQUEST" | "REQUEST_VARIABLE_MISSING" | "REQUEST_VARIABLE_INVALID" | "REQUEST_CONFUSING_VAR" | "STREAM_DOES_NOT_EXIST" | "BAD_NARROW" | "REACTION_ALREADY_EXISTS" | "REACTION_DOES_NOT_EXIST" | "INVITATION_FAILED" | "INVALID_LINK" | "EMAIL_CONFIRMATION_REQUIRED" | "BAD_EVENT_QUEUE_ID" | "BAD_IMAGE" | "REALM_UPLOAD_QUOTA" | "INVALID_JSON" | "INVALID_PAYLOAD" | "MISSING_HTTP_EVENT_HEADER" | "UNEXPECTED_WEBHOOK_EVENT_TYPE" | "UNAUTHORIZED" | "INVALID_API_KEY" | "USER_DEACTIVATED" | "DIRECTORY_UNAVAILABLE" | "REALM_DEACTIVATED" | "CHANNEL_ALREADY_EXISTS" | "CANNOT_DEACTIVATE_GROUP_IN_USE" | "CANNOT_DEACTIVATE_LAST_USER" | "LEGAL_HOLD" | "CSRF_FAILED" | "UNAUTHORIZED_PRINCIPAL" | "AUTHENTICATION_FAILED" | "TWO_FACTOR_REQUIRED" | "NEW_PASSWORD_REQUIRED" | "TWO_FACTOR_SETUP_REQUIRED" | "PUSH_NOTIFICATIONS_UNAVAILABLE" | "NOT_FOUND" | "UNKNOWN_INTEGRATION" | "INVALID_WEBHOOK_SIGNATURE" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "EXPECTATION_MISMATCH" | "RATE_LIMIT_HIT" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "MAINTENANCE" | "INSUFFICIENT_STORAGE"; var_name?: unknown; bad_value?: unknown; var_name1?: unknown; var_name2?: unknown; stream?: unknown; stream_id?: unknown; desc?: unknown; errors?: unknown; sent_invitations?: unknown; license_limit_reached?: unknown; daily_limit_reached?: unknown; reason?: unknown; queue_id?: unknown; header?: unknown; webhook_name?: unknown; event_type?: unknown; 'retry-after'?: unknown; channel_name?: unknown; objections?: unknown; is_last_admin?: unknown; entity?: unknown; principal?: unknown; allowed_methods?: unknown }

export type CustomProfileField = { id: number; name: string; type: number; hint: string; field_data: string; order: number; required: boolean; editable_by_user: boolean }

export type Message = { id: number; type: "stream" | "private"; content: string; content_type: "text/html" | "text/x-markdown"; subject: string; subject_links: (string)[]; stream_id?: number; display_recipient: string | ({ id: number; email: string; full_name: string; short_name: string; is_mirror_dummy: boolean })[]; recipient_id: number; sender_email: string; sender_full_name: string; sender_id: number; sender_realm_str: string; sender_short_name: string; avatar_url: string | null; client: string; is_me_message: boolean; reactions: ({ emoji_name: string; emoji_code: string; reaction_type: string; user_id: number; user: { id: number; email: string; full_name: string } })[]; submessages: ({ id: number; message_id: number; sender_id: number; msg_type: string; content: string })[]; timestamp: number; last_edit_timestamp?: number; edit_history?: ({ user_id: number; timestamp: number; prev_content?: string; prev_rendered_content?: string; prev_rendered_content_version?: number; prev_topic?: string; topic?: string; prev_subject?: string; prev_stream?: number; stream?: number })[]; flags: ("read" | "starred" | "collapsed" | "mentioned" | "wildcard_mentioned" | "has_alert_word" | "historical")[]; match_content?: string; match_subject?: string }

export type ProfileData = Record<string, { value: string; rendered_value?: string }>

export type RealmBot = { user_id: number; email: string; full_name: string; bot_type: number; is_active: boolean; avatar_url: string; owner_id: number | null; owner: string | null; default_sending_stream: string | null; default_events_register_stream: string | null; default_all_public_streams: boolean; api_key?: string; services: ({ base_url: string; interface: number; token?: string })[] }

export type RealmEmoji = Record<string, { id: string; name: string; source_url: string; still_url: string | null; deactivated: boolean; author_id: number; author: { id: number; email: string; full_name: string } }>

export type RealmUser = { user_id: number; email: string; full_name: string; avatar_url: string | null; avatar_version: number; is_bot: boolean; is_admin: boolean; is_active: boolean; is_guest: boolean; role: number; bot_type: number | null; bot_owner_id?: number | null; date_joined: string; timezone: string; profile_data?: ProfileData }

export type RegisteredSubscription = { stream_id: number; name: string; description: string; rendered_description: string; invite_only: boolean; is_web_public: boolean; is_announcement_only: boolean; stream_post_policy: number; history_public_to_subscribers: boolean; first_message_id: number | null; message_retention_days: number | null; stream_weekly_traffic: number | null; is_old_stream: boolean; folder_id: number | null; date_created: number; color: string; in_home_view: boolean; is_muted: boolean; pin_to_top: boolean; desktop_notifications: boolean; audible_notifications: boolean; push_notifications: boolean; email_notifications: boolean; wildcard_mentions_notify: boolean; email_address: string; subscribers?: (number)[] }

export type Stream = { stream_id: number; name: string; description: string; rendered_description: string; invite_only: boolean; is_web_public: boolean; is_announcement_only: boolean; stream_post_policy: number; history_public_to_subscribers: boolean; first_message_id: number | null; message_retention_days: number | null; stream_weekly_traffic: number | null; is_old_stream: boolean; folder_id: number | null; date_created: number; is_default?: boolean }

export type Subscription = { stream_id: number; name: string; description: string; rendered_description: string; invite_only: boolean; is_web_public: boolean; is_announcement_only: boolean; stream_post_policy: number; history_public_to_subscribers: boolean; first_message_id: number | null; message_retention_days: number | null; stream_weekly_traffic: number | null; is_old_stream: boolean; folder_id: number | null; date_created: number; color: string; in_home_view: boolean; is_muted: boolean; pin_to_top: boolean; desktop_notifications: boolean; audible_notifications: boolean; push_notifications: boolean; email_notifications: boolean; wildcard_mentions_notify: boolean; email_address: string; subscribers?: (string)[] }

export type User = { user_id: number; email: string; full_name: string; avatar_url: string | null; avatar_version: number; is_bot: boolean; is_admin: boolean; is_active: boolean; is_guest: boolean; role: number; bot_type: number | null; bot_owner?: string | null; bot_owner_id?: number | null; date_joined: string; timezone: string; profile_data?: ProfileData }

export type ChatErrorCode = 'AUTHENTICATION_FAILED' | 'BAD_EVENT_QUEUE_ID' | 'BAD_IMAGE' | 'BAD_NARROW' | 'BAD_REQUEST' | 'CANNOT_DEACTIVATE_GROUP_IN_USE' | 'CANNOT_DEACTIVATE_LAST_USER' | 'CHANNEL_ALREADY_EXISTS' | 'CSRF_FAILED' | 'DIRECTORY_UNAVAILABLE' | 'EMAIL_CONFIRMATION_REQUIRED' | 'EXPECTATION_MISMATCH' | 'INSUFFICIENT_STORAGE' | 'INTERNAL_ERROR' | 'INVALID_API_KEY' | 'INVALID_JSON' | 'INVALID_LINK' | 'INVALID_PAYLOAD' | 'INVALID_WEBHOOK_SIGNATURE' | 'INVITATION_FAILED' | 'LEGAL_HOLD' | 'MAINTENANCE' | 'METHOD_NOT_ALLOWED' | 'MISSING_HTTP_EVENT_HEADER' | 'NEW_PASSWORD_REQUIRED' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'PUSH_NOTIFICATIONS_UNAVAILABLE' | 'RATE_LIMIT_HIT' | 'REACTION_ALREADY_EXISTS' | 'REACTION_DOES_NOT_EXIST' | 'REALM_DEACTIVATED' | 'REALM_UPLOAD_QUOTA' | 'REQUEST_CONFUSING_VAR' | 'REQUEST_VARIABLE_INVALID' | 'REQUEST_VARIABLE_MISSING' | 'SERVICE_UNAVAILABLE' | 'STREAM_DOES_NOT_EXIST' | 'TWO_FACTOR_REQUIRED' | 'TWO_FACTOR_SETUP_REQUIRED' | 'UNAUTHORIZED' | 'UNAUTHORIZED_PRINCIPAL' | 'UNEXPECTED_WEBHOOK_EVENT_TYPE' | 'UNKNOWN_INTEGRATION' | 'USER_DEACTIVATED'

export interface ChatCalls {
  /** Get messages */
  'GET /messages': {
    input: { anchor?: number | "newest" | "oldest" | "first_unread" | "date"; anchor_date?: string; use_first_unread_anchor?: boolean; num_before: number; num_after: number; narrow?: ({ operator: string; operand: string | number | (string | number)[]; negated?: boolean } | (string)[])[]; client_avatar?: boolean; apply_markdown?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; anchor: number; found_anchor: boolean; found_oldest: boolean; found_newest: boolean; history_limited: boolean; messages: (Message)[] }
  }
  /** Send a message */
  'POST /messages': {
    input: { type: string; content: string; to?: string; delivery_type?: string; topic?: string; queue_id?: string; local_id?: string; read_by_sender?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number; message_url: string }
  }
  /** Fetch a single message */
  'GET /messages/{message_id}': {
    input: { message_id: number; apply_markdown?: boolean; client_avatar?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; raw_content: string; message: Message }
  }
  /** Edit or move a message */
  'PATCH /messages/{message_id}': {
    input: { message_id: number; topic?: string; stream_id?: number; content?: string; prev_content_sha256?: string; propagate_mode?: string; send_notification_to_old_thread?: boolean; send_notification_to_new_thread?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Delete a message */
  'DELETE /messages/{message_id}': {
    input: { message_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get a message's edit history */
  'GET /messages/{message_id}/history': {
    input: { message_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; message_history: ({ topic: string; content: string; rendered_content: string; timestamp: number; user_id: number; prev_topic?: string; prev_stream?: number; prev_content?: string; prev_rendered_content?: string; content_html_diff?: string })[] }
  }
  /** Render a message */
  'POST /messages/render': {
    input: { content: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; rendered: string }
  }
  /** Check if messages match a narrow */
  'GET /messages/matches_narrow': {
    input: { msg_ids: (number)[]; narrow?: ({ operator: string; operand: string | number | (string | number)[]; negated?: boolean } | (string)[])[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; messages: Record<string, { match_content: string; match_subject: string }> }
  }
  /** Add an emoji reaction */
  'POST /messages/{message_id}/reactions': {
    input: { message_id: number; emoji_name: string; emoji_code?: string; reaction_type?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove an emoji reaction */
  'DELETE /messages/{message_id}/reactions': {
    input: { message_id: number; emoji_name?: string; emoji_code?: string; reaction_type?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Add a submessage */
  'POST /submessage': {
    input: { message_id: number; msg_type: string; content: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Set typing status */
  'POST /typing': {
    input: { op: string; type?: string; to?: string; stream_id?: number; topic?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Set typing status for an edit */
  'POST /messages/{message_id}/typing': {
    input: { message_id: number; op: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Report a message */
  'POST /messages/{message_id}/report': {
    input: { message_id: number; report_type: "spam" | "harassment" | "inappropriate" | "norms" | "other"; description?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Mark all messages as read */
  'POST /mark_all_as_read': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; complete: boolean }
  }
  /** Mark messages in a stream as read */
  'POST /mark_stream_as_read': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; complete: boolean }
  }
  /** Mark messages in a topic as read */
  'POST /mark_topic_as_read': {
    input: { stream_id: number; topic_name: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; complete: boolean }
  }
  /** Update personal message flags */
  'POST /messages/flags': {
    input: { messages: (number)[]; op: string; flag: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; messages: (number)[]; ignored_because_not_subscribed_channels: (number)[] }
  }
  /** Update personal message flags for narrow */
  'POST /messages/flags/narrow': {
    input: { anchor: number | "newest" | "oldest" | "first_unread"; include_anchor?: boolean; num_before: number; num_after: number; narrow?: ({ operator: string; operand: string | number | (string | number)[]; negated?: boolean } | (string)[])[]; op: string; flag: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; processed_count: number; updated_count: number; first_processed_id: number | null; last_processed_id: number | null; found_oldest: boolean; found_newest: boolean; ignored_because_not_subscribed_channels: (number)[] }
  }
  /** Get a message's read receipts */
  'GET /messages/{message_id}/read_receipts': {
    input: { message_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_ids: (number)[] }
  }
  /** Get drafts */
  'GET /drafts': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; count: number; drafts: ({ id: number; type: "" | "stream" | "private"; to: (number)[]; topic: string; content: string; timestamp: number })[] }
  }
  /** Create drafts */
  'POST /drafts': {
    input: { drafts: ({ type: "" | "stream" | "private"; to: (number)[]; topic: string; content: string; timestamp?: number })[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; ids: (number)[] }
  }
  /** Edit a draft */
  'PATCH /drafts/{draft_id}': {
    input: { draft_id: number; draft: { type: "" | "stream" | "private"; to: (number)[]; topic: string; content: string; timestamp?: number } }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Delete a draft */
  'DELETE /drafts/{draft_id}': {
    input: { draft_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get all saved snippets */
  'GET /saved_snippets': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; saved_snippets: ({ id: number; title: string; content: string; date_created: number })[] }
  }
  /** Create a saved snippet */
  'POST /saved_snippets': {
    input: { title: string; content: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; saved_snippet_id: number }
  }
  /** Edit a saved snippet */
  'PATCH /saved_snippets/{saved_snippet_id}': {
    input: { saved_snippet_id: number; title?: string; content?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Delete a saved snippet */
  'DELETE /saved_snippets/{saved_snippet_id}': {
    input: { saved_snippet_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get subscribed streams */
  'GET /users/me/subscriptions': {
    input: { include_subscribers?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; subscriptions: (Subscription)[] }
  }
  /** Add subscriptions */
  'POST /users/me/subscriptions': {
    input: { subscriptions: ({ name: string; description?: string; color?: string })[]; invite_only?: boolean; principals?: (string | number)[]; authorization_errors_fatal?: boolean; history_public_to_subscribers?: boolean | null; is_announcement_only?: boolean; message_retention_days?: number | -1 | null; announce?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; subscribed: Record<string, (string)[]>; already_subscribed: Record<string, (string)[]>; unauthorized?: (string)[] }
  }
  /** Update subscriptions */
  'PATCH /users/me/subscriptions': {
    input: { add?: ({ name: string; description?: string; color?: string })[]; delete?: (string)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; subscribed: Record<string, (string)[]>; already_subscribed: Record<string, (string)[]>; removed: (string)[]; not_removed: (string)[] }
  }
  /** Remove subscriptions */
  'DELETE /users/me/subscriptions': {
    input: { subscriptions: (string)[]; principals?: (string | number)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; removed: (string)[]; not_removed: (string)[] }
  }
  /** Create a stream */
  'POST /channels/create': {
    input: { name: string; description?: string; subscribers: (number)[]; invite_only?: boolean; is_default_stream?: boolean; history_public_to_subscribers?: boolean | null; message_retention_days?: number | -1 | null; folder_id?: number | null; announce?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Get channel folders */
  'GET /channel_folders': {
    input: { include_archived?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; channel_folders: ({ id: number; name: string; description: string; rendered_description: string; creator_id: number; date_created: number; is_archived: boolean; order: number })[] }
  }
  /** Reorder channel folders */
  'PATCH /channel_folders': {
    input: { order: (number)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Create a channel folder */
  'POST /channel_folders/create': {
    input: { name: string; description?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; channel_folder_id: number }
  }
  /** Update a channel folder */
  'PATCH /channel_folders/{channel_folder_id}': {
    input: { channel_folder_id: number; name?: string; description?: string; is_archived?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get all streams */
  'GET /streams': {
    input: { include_public?: boolean; include_subscribed?: boolean; include_all_active?: boolean; include_default?: boolean; include_owner_subscribed?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; streams: (Stream)[] }
  }
  /** Topic muting */
  'PATCH /users/me/subscriptions/muted_topics': {
    input: { stream?: string; stream_id?: number; topic: string; op: "add" | "remove" }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the id of a stream */
  'GET /get_stream_id': {
    input: { stream: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; stream_id: number }
  }
  /** Get a stream */
  'GET /streams/{stream_id}': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; stream: Stream }
  }
  /** Update a stream */
  'PATCH /streams/{stream_id}': {
    input: { stream_id: number; new_name?: string; description?: string; is_private?: boolean; history_public_to_subscribers?: boolean; is_announcement_only?: boolean; stream_post_policy?: 1 | 2; message_retention_days?: number | -1 | null; folder_id?: number | null; is_default_stream?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Archive a stream */
  'DELETE /streams/{stream_id}': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the mail address of a stream */
  'GET /streams/{stream_id}/email_address': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; email: string }
  }
  /** Get the subscribers of a stream */
  'GET /streams/{stream_id}/members': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; subscribers: (string)[] | (number)[] }
  }
  /** Get the subscription of a user */
  'GET /users/{user_id}/subscriptions/{stream_id}': {
    input: { user_id: number; stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; is_subscribed: boolean }
  }
  /** Get the streams of a user */
  'GET /users/{user_id}/channels': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; subscribed_channel_ids: (number)[] }
  }
  /** Add a default stream */
  'POST /default_streams': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove a default stream */
  'DELETE /default_streams': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Update subscription properties */
  'POST /users/me/subscriptions/properties': {
    input: { subscription_data: ({ stream_id: number; property: string; value: boolean | string })[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; subscription_data: ({ stream_id: number; property: string; value: boolean | string })[] }
  }
  /** Update one subscription property */
  'PATCH /users/me/subscriptions/{stream_id}': {
    input: { stream_id: number; property: string; value: boolean | string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; subscription_data: ({ stream_id: number; property: string; value: boolean | string })[] }
  }
  /** Update personal preferences for a topic */
  'POST /user_topics': {
    input: { stream_id: number; topic: string; visibility_policy: 0 | 1 | 2 | 3 }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get topics in a stream */
  'GET /users/me/{stream_id}/topics': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; topics: ({ name: string; max_id: number })[] }
  }
  /** Delete a topic */
  'POST /streams/{stream_id}/delete_topic': {
    input: { stream_id: number; topic_name: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; complete: boolean }
  }
  /** Get scheduled messages */
  'GET /scheduled_messages': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; scheduled_messages: ({ scheduled_message_id: number; type: "stream" | "private"; to: number | (number)[]; topic?: string; content: string; rendered_content: string; scheduled_delivery_timestamp: number; failed: boolean })[] }
  }
  /** Create a scheduled message */
  'POST /scheduled_messages': {
    input: { type: string; to?: string; topic?: string; content: string; scheduled_delivery_timestamp: number; read_by_sender?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; scheduled_message_id: number }
  }
  /** Edit a scheduled message */
  'PATCH /scheduled_messages/{scheduled_message_id}': {
    input: { scheduled_message_id: number; type?: string; to?: string; topic?: string; content?: string; scheduled_delivery_timestamp?: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Delete a scheduled message */
  'DELETE /scheduled_messages/{scheduled_message_id}': {
    input: { scheduled_message_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get reminders */
  'GET /reminders': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; reminders: ({ reminder_id: number; reminder_target_message_id: number; note: string; scheduled_delivery_timestamp: number })[] }
  }
  /** Create a reminder */
  'POST /reminders': {
    input: { message_id: number; scheduled_delivery_timestamp: number; note?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; reminder_id: number }
  }
  /** Delete a reminder */
  'DELETE /reminders/{reminder_id}': {
    input: { reminder_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Upload a file */
  'POST /user_uploads': {
    input: { file: Blob }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; uri: string; url: string; filename: string }
  }
  /** Get a temporary address of a file */
  'GET /user_uploads/{realm_id_str}/{token}/{filename}': {
    input: { realm_id_str: string; token: string; filename: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; url: string }
  }
  /** Get attachments */
  'GET /attachments': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; attachments: ({ id: number; name: string; path_id: string; size: number; create_time: number; messages: ({ id: number; date_sent: number })[] })[]; upload_space_used: number }
  }
  /** Delete an attachment */
  'DELETE /attachments/{attachment_id}': {
    input: { attachment_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Register an event queue */
  'POST /register': {
    input: { apply_markdown?: boolean; client_avatar?: boolean; event_types?: (string)[] | null; all_public_streams?: boolean; include_subscribers?: boolean; fetch_event_types?: (string)[] | null; slim_presence?: boolean; narrow?: (string | (string)[] | { operator: string; operand: string | number | (string | number)[]; negated?: boolean })[]; queue_lifespan_secs?: number; client_capabilities?: Record<string, boolean> }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; queue_id: string; last_event_id: number; chat_version: string; zulip_version: string; zulip_merge_base: string; zulip_feature_level: number; alert_words?: (string)[]; channel_folders?: ({ id: number; name: string; description: string; rendered_description: string; creator_id: number; date_created: number; is_archived: boolean; order: number })[]; custom_profile_fields?: (CustomProfileField)[]; custom_profile_field_types?: Record<string, { id: number; name: string }>; realm_default_stream_groups?: (unknown)[]; realm_default_streams?: (Stream)[] | (number)[]; drafts?: ({ id: number; type: "" | "stream" | "private"; to: (number)[]; topic: string; content: string; timestamp: number })[]; hotspots?: (unknown)[]; max_message_id?: number; muted_topics?: ((string | number)[])[]; muted_users?: ({ id: number; timestamp: number })[]; navigation_views?: ({ fragment: string; is_pinned: boolean; name: string | null })[]; pointer?: number; presences?: Record<string, { active_timestamp: number; idle_timestamp: number } | Record<string, { client: string; status: string; timestamp: number; pushable?: boolean }>>; realm_bots?: (RealmBot)[]; bot_commands?: ({ name: string; description: string; parameters: string; bot_id: number })[]; realm_domains?: ({ domain: string; allow_subdomains: boolean })[]; realm_embedded_bots?: (unknown)[]; realm_emoji?: RealmEmoji; realm_exports?: ({ id: number; acting_user_id: number; export_time: number; export_url: string | null; failed_timestamp: number | null; deleted_timestamp: number | null; pending: boolean })[]; realm_filters?: ((string | number)[])[]; realm_incoming_webhook_bots?: ({ name: string; display_name: string; config: Record<string, never> })[]; realm_linkifiers?: ({ id: number; pattern: string; url_template: string })[]; realm_playgrounds?: ({ id: number; name: string; pygments_language: string; url_template: string })[]; realm_users?: (RealmUser)[]; realm_non_active_users?: (RealmUser)[]; cross_realm_bots?: (RealmUser)[]; realm_user_groups?: ({ id: number; name: string; description: string; members: (number)[]; direct_subgroup_ids: (number)[]; is_system_group: false; deactivated: boolean })[]; recent_private_conversations?: ({ max_message_id: number; user_ids: (number)[] })[]; saved_snippets?: ({ id: number; title: string; content: string; date_created: number })[]; starred_messages?: (number)[]; stop_words?: (string)[]; scheduled_messages?: ({ scheduled_message_id: number; type: "stream" | "private"; to: number | (number)[]; topic?: string; content: string; rendered_content: string; scheduled_delivery_timestamp: number; failed: boolean })[]; reminders?: ({ reminder_id: number; reminder_target_message_id: number; note: string; scheduled_delivery_timestamp: number })[]; streams?: (Stream)[]; stream_name_max_length?: number; stream_description_max_length?: number; subscriptions?: (RegisteredSubscription)[]; unsubscribed?: (RegisteredSubscription)[]; never_subscribed?: ({ stream_id: number; name: string; description: string; rendered_description: string; invite_only: boolean; is_web_public: boolean; is_announcement_only: boolean; stream_post_policy: number; history_public_to_subscribers: boolean; first_message_id: number | null; message_retention_days: number | null; stream_weekly_traffic: number | null; is_old_stream: boolean; folder_id: number | null; date_created: number; subscribers?: (number)[] })[]; unread_msgs?: { count: number; pms: ({ sender_id: number; other_user_id: number; unread_message_ids: (number)[] })[]; streams: ({ stream_id: number; topic: string; unread_message_ids: (number)[]; sender_ids: (number)[] })[]; huddles: ({ user_ids_string: string; unread_message_ids: (number)[] })[]; mentions: (number)[]; old_unreads_missing: boolean }; user_topics?: ({ stream_id: number; topic_name: string; last_updated: number; visibility_policy: number })[]; user_status?: Record<string, { away?: true; do_not_disturb?: true; status_text?: string; emoji_name?: string; emoji_code?: string; reaction_type?: string; clear_at?: number }>; realm_name?: string; realm_description?: string; realm_uri?: string; realm_icon_url?: string; realm_icon_source?: string; realm_allow_message_editing?: boolean; realm_message_content_edit_limit_seconds?: number | null; realm_allow_edit_history?: boolean; realm_allow_community_topic_editing?: boolean; realm_community_topic_editing_limit_seconds?: number; realm_allow_message_deleting?: boolean; realm_message_content_delete_limit_seconds?: number | null; realm_message_retention_days?: number | null; realm_create_stream_policy?: number; realm_invite_to_stream_policy?: number; realm_bot_creation_policy?: number; realm_invite_by_admins_only?: boolean; realm_emails_restricted_to_domains?: boolean; realm_add_emoji_by_admins_only?: boolean; realm_user_group_edit_policy?: number; realm_name_changes_disabled?: boolean; realm_email_changes_disabled?: boolean; realm_avatar_changes_disabled?: boolean; realm_two_factor_required_for?: number; realm_waiting_period_threshold?: number; realm_mandatory_topics?: boolean; realm_notifications_stream_id?: number; realm_signup_notifications_stream_id?: number; realm_moderation_request_channel_id?: number; realm_presence_disabled?: boolean; realm_default_language?: string; realm_default_twenty_four_hour_time?: boolean; realm_enable_read_receipts?: boolean; realm_default_history_public_to_subscribers?: boolean; realm_message_content_allowed_in_email_notifications?: boolean; realm_video_chat_provider?: 0 | 1 | 3; realm_jitsi_server_url?: string | null; realm_authentication_methods?: Record<string, boolean>; realm_email_auth_enabled?: boolean; realm_password_auth_enabled?: boolean; realm_push_notifications_enabled?: boolean; realm_wildcard_mention_policy?: number; max_stream_name_length?: number; max_stream_description_length?: number; max_topic_length?: number; realm_empty_topic_display_name?: string; realm_delete_own_message_policy?: number; server_presence_ping_interval_seconds?: number; server_presence_offline_threshold_seconds?: number; event_queue_longpoll_timeout_seconds?: number; server_emoji_data_url?: string; realm_bot_domain?: string; realm_default_external_accounts?: Record<string, { name: string; text: string; hint: string; url_pattern: string }>; realm_plan_type?: number; realm_available_video_chat_providers?: Record<string, { name: string; id: number }>; realm_inline_image_preview?: boolean; realm_inline_url_embed_preview?: boolean; realm_invite_required?: boolean; realm_digest_emails_enabled?: boolean; realm_digest_weekday?: number; realm_disallow_disposable_email_addresses?: boolean; realm_email_address_visibility?: number; realm_google_hangouts_domain?: string; realm_is_zephyr_mirror_realm?: boolean; realm_send_welcome_emails?: boolean; realm_zoom_api_key?: string; realm_zoom_api_secret?: string; realm_zoom_user_id?: string; plan_includes_wide_organization_logo?: boolean; upgrade_text_for_wide_organization_logo?: string; settings_send_digest_emails?: boolean; max_file_upload_size_mib?: number; max_avatar_file_size_mib?: number; max_avatar_file_size?: number; max_icon_file_size_mib?: number; max_icon_file_size?: number; realm_upload_quota_mib?: number | null; realm_upload_quota?: number | null; upload_space_used?: number; user_id?: number; email?: string; delivery_email?: string; full_name?: string; is_admin?: boolean; is_guest?: boolean; avatar_url?: string; avatar_url_medium?: string; avatar_source?: string; enter_sends?: boolean; can_create_streams?: boolean; can_subscribe_other_users?: boolean; twenty_four_hour_time?: boolean; night_mode?: boolean; dense_mode?: boolean; left_side_userlist?: boolean; high_contrast_mode?: boolean; starred_message_counts?: boolean; translate_emoticons?: boolean; default_language?: string; emojiset?: string; demote_inactive_streams?: number; fluid_layout_width?: boolean; send_read_receipts?: boolean; send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean; enable_drafts_synchronization?: boolean; display_emoji_reaction_users?: boolean; emojiset_choices?: ({ key: string; text: string })[]; timezone?: string; enable_desktop_notifications?: boolean; enable_sounds?: boolean; enable_offline_email_notifications?: boolean; enable_offline_push_notifications?: boolean; enable_online_push_notifications?: boolean; enable_stream_desktop_notifications?: boolean; enable_stream_email_notifications?: boolean; enable_stream_push_notifications?: boolean; enable_stream_audible_notifications?: boolean; wildcard_mentions_notify?: boolean; enable_digest_emails?: boolean; enable_login_emails?: boolean; notification_sound?: string; pm_content_in_desktop_notifications?: boolean; message_content_in_email_notifications?: boolean; email_notifications_batching_period_seconds?: number; realm_name_in_notifications?: boolean; desktop_icon_count_display?: number; presence_enabled?: boolean; available_notification_sounds?: (string)[]; user_settings?: { enter_sends: boolean; twenty_four_hour_time: boolean; night_mode: boolean; dense_mode: boolean; left_side_userlist: boolean; high_contrast_mode: boolean; starred_message_counts: boolean; translate_emoticons: boolean; default_language: string; emojiset: string; demote_inactive_streams: number; fluid_layout_width: boolean; send_read_receipts: boolean; send_private_typing_notifications: boolean; send_stream_typing_notifications: boolean; enable_drafts_synchronization: boolean; display_emoji_reaction_users: boolean; emojiset_choices: ({ key: string; text: string })[]; timezone: string; enable_desktop_notifications: boolean; enable_sounds: boolean; enable_offline_email_notifications: boolean; enable_offline_push_notifications: boolean; enable_online_push_notifications: boolean; enable_stream_desktop_notifications: boolean; enable_stream_email_notifications: boolean; enable_stream_push_notifications: boolean; enable_stream_audible_notifications: boolean; wildcard_mentions_notify: boolean; enable_digest_emails: boolean; enable_login_emails: boolean; notification_sound: string; pm_content_in_desktop_notifications: boolean; message_content_in_email_notifications: boolean; email_notifications_batching_period_seconds: number; realm_name_in_notifications: boolean; desktop_icon_count_display: number; presence_enabled: boolean; available_notification_sounds: (string)[] }; realm_user_settings_defaults?: { enable_desktop_notifications: boolean; enable_sounds: boolean; enable_offline_email_notifications: boolean; enable_offline_push_notifications: boolean; enable_online_push_notifications: boolean; enable_stream_desktop_notifications: boolean; enable_stream_email_notifications: boolean; enable_stream_push_notifications: boolean; enable_stream_audible_notifications: boolean; wildcard_mentions_notify: boolean; enable_digest_emails: boolean; enable_login_emails: boolean; notification_sound: string; pm_content_in_desktop_notifications: boolean; message_content_in_email_notifications: boolean; email_notifications_batching_period_seconds: number; realm_name_in_notifications: boolean; desktop_icon_count_display: number; presence_enabled: boolean; enter_sends: boolean; twenty_four_hour_time: boolean; night_mode: boolean; dense_mode: boolean; left_side_userlist: boolean; high_contrast_mode: boolean; starred_message_counts: boolean; translate_emoticons: boolean; emojiset: string; demote_inactive_streams: number; fluid_layout_width: boolean; send_read_receipts: boolean; send_private_typing_notifications: boolean; send_stream_typing_notifications: boolean; enable_drafts_synchronization: boolean; display_emoji_reaction_users: boolean; emojiset_choices: ({ key: string; text: string })[]; available_notification_sounds: (string)[] } }
  }
  /** Get events from an event queue */
  'GET /events': {
    input: { queue_id?: string; last_event_id?: number; dont_block?: boolean; apply_markdown?: boolean; client_avatar?: boolean; event_types?: (string)[] | null; all_public_streams?: boolean; include_subscribers?: boolean; fetch_event_types?: (string)[] | null; slim_presence?: boolean; narrow?: (string | (string)[] | { operator: string; operand: string | number | (string | number)[]; negated?: boolean })[]; queue_lifespan_secs?: number; client_capabilities?: Record<string, boolean> }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; events: ({ id: number; type: string })[]; queue_id: string; last_event_id?: number }
  }
  /** Delete a queue */
  'DELETE /events': {
    input: { queue_id: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Stream events from an event queue */
  'GET /events/stream': {
    input: { queue_id: string; last_event_id?: number }
    body: undefined
    output: ReadableStream<Uint8Array>
  }
  /** Get profile */
  'GET /users/me': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_id: number; email: string; full_name: string; short_name: string; avatar_url: string; client_id: string; is_admin: boolean; is_guest: boolean; is_bot: boolean; pointer: number; max_message_id: number; profile_data?: ProfileData }
  }
  /** Deactivate your own account */
  'DELETE /users/me': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Update your settings */
  'PATCH /settings': {
    input: { full_name?: string; email?: string; old_password?: string; new_password?: string; keep_api_key?: boolean; enable_desktop_notifications?: boolean; enable_sounds?: boolean; enable_offline_email_notifications?: boolean; enable_offline_push_notifications?: boolean; enable_online_push_notifications?: boolean; enable_stream_desktop_notifications?: boolean; enable_stream_email_notifications?: boolean; enable_stream_push_notifications?: boolean; enable_stream_audible_notifications?: boolean; wildcard_mentions_notify?: boolean; enable_digest_emails?: boolean; enable_login_emails?: boolean; notification_sound?: string; pm_content_in_desktop_notifications?: boolean; message_content_in_email_notifications?: boolean; email_notifications_batching_period_seconds?: number; realm_name_in_notifications?: boolean; desktop_icon_count_display?: number; presence_enabled?: boolean; enter_sends?: boolean; twenty_four_hour_time?: boolean; night_mode?: boolean; dense_mode?: boolean; left_side_userlist?: boolean; high_contrast_mode?: boolean; starred_message_counts?: boolean; translate_emoticons?: boolean; default_language?: string; emojiset?: string; demote_inactive_streams?: number; fluid_layout_width?: boolean; send_read_receipts?: boolean; send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean; enable_drafts_synchronization?: boolean; display_emoji_reaction_users?: boolean; timezone?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; full_name?: string; email?: string; timezone?: string; enable_desktop_notifications?: boolean; enable_sounds?: boolean; enable_offline_email_notifications?: boolean; enable_offline_push_notifications?: boolean; enable_online_push_notifications?: boolean; enable_stream_desktop_notifications?: boolean; enable_stream_email_notifications?: boolean; enable_stream_push_notifications?: boolean; enable_stream_audible_notifications?: boolean; wildcard_mentions_notify?: boolean; enable_digest_emails?: boolean; enable_login_emails?: boolean; notification_sound?: string; pm_content_in_desktop_notifications?: boolean; message_content_in_email_notifications?: boolean; email_notifications_batching_period_seconds?: number; realm_name_in_notifications?: boolean; desktop_icon_count_display?: number; presence_enabled?: boolean; enter_sends?: boolean; twenty_four_hour_time?: boolean; night_mode?: boolean; dense_mode?: boolean; left_side_userlist?: boolean; high_contrast_mode?: boolean; starred_message_counts?: boolean; translate_emoticons?: boolean; default_language?: string; emojiset?: string; demote_inactive_streams?: number; fluid_layout_width?: boolean; send_read_receipts?: boolean; send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean; enable_drafts_synchronization?: boolean; display_emoji_reaction_users?: boolean }
  }
  /** Update your display settings */
  'PATCH /settings/display': {
    input: { enable_desktop_notifications?: boolean; enable_sounds?: boolean; enable_offline_email_notifications?: boolean; enable_offline_push_notifications?: boolean; enable_online_push_notifications?: boolean; enable_stream_desktop_notifications?: boolean; enable_stream_email_notifications?: boolean; enable_stream_push_notifications?: boolean; enable_stream_audible_notifications?: boolean; wildcard_mentions_notify?: boolean; enable_digest_emails?: boolean; enable_login_emails?: boolean; notification_sound?: string; pm_content_in_desktop_notifications?: boolean; message_content_in_email_notifications?: boolean; email_notifications_batching_period_seconds?: number; realm_name_in_notifications?: boolean; desktop_icon_count_display?: number; presence_enabled?: boolean; enter_sends?: boolean; twenty_four_hour_time?: boolean; night_mode?: boolean; dense_mode?: boolean; left_side_userlist?: boolean; high_contrast_mode?: boolean; starred_message_counts?: boolean; translate_emoticons?: boolean; default_language?: string; emojiset?: string; demote_inactive_streams?: number; fluid_layout_width?: boolean; send_read_receipts?: boolean; send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean; enable_drafts_synchronization?: boolean; display_emoji_reaction_users?: boolean; timezone?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; full_name?: string; email?: string; timezone?: string; enable_desktop_notifications?: boolean; enable_sounds?: boolean; enable_offline_email_notifications?: boolean; enable_offline_push_notifications?: boolean; enable_online_push_notifications?: boolean; enable_stream_desktop_notifications?: boolean; enable_stream_email_notifications?: boolean; enable_stream_push_notifications?: boolean; enable_stream_audible_notifications?: boolean; wildcard_mentions_notify?: boolean; enable_digest_emails?: boolean; enable_login_emails?: boolean; notification_sound?: string; pm_content_in_desktop_notifications?: boolean; message_content_in_email_notifications?: boolean; email_notifications_batching_period_seconds?: number; realm_name_in_notifications?: boolean; desktop_icon_count_display?: number; presence_enabled?: boolean; enter_sends?: boolean; twenty_four_hour_time?: boolean; night_mode?: boolean; dense_mode?: boolean; left_side_userlist?: boolean; high_contrast_mode?: boolean; starred_message_counts?: boolean; translate_emoticons?: boolean; default_language?: string; emojiset?: string; demote_inactive_streams?: number; fluid_layout_width?: boolean; send_read_receipts?: boolean; send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean; enable_drafts_synchronization?: boolean; display_emoji_reaction_users?: boolean }
  }
  /** Update your notification settings */
  'PATCH /settings/notifications': {
    input: { enable_desktop_notifications?: boolean; enable_sounds?: boolean; enable_offline_email_notifications?: boolean; enable_offline_push_notifications?: boolean; enable_online_push_notifications?: boolean; enable_stream_desktop_notifications?: boolean; enable_stream_email_notifications?: boolean; enable_stream_push_notifications?: boolean; enable_stream_audible_notifications?: boolean; wildcard_mentions_notify?: boolean; enable_digest_emails?: boolean; enable_login_emails?: boolean; notification_sound?: string; pm_content_in_desktop_notifications?: boolean; message_content_in_email_notifications?: boolean; email_notifications_batching_period_seconds?: number; realm_name_in_notifications?: boolean; desktop_icon_count_display?: number; presence_enabled?: boolean; enter_sends?: boolean; twenty_four_hour_time?: boolean; night_mode?: boolean; dense_mode?: boolean; left_side_userlist?: boolean; high_contrast_mode?: boolean; starred_message_counts?: boolean; translate_emoticons?: boolean; default_language?: string; emojiset?: string; demote_inactive_streams?: number; fluid_layout_width?: boolean; send_read_receipts?: boolean; send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean; enable_drafts_synchronization?: boolean; display_emoji_reaction_users?: boolean; timezone?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; full_name?: string; email?: string; timezone?: string; enable_desktop_notifications?: boolean; enable_sounds?: boolean; enable_offline_email_notifications?: boolean; enable_offline_push_notifications?: boolean; enable_online_push_notifications?: boolean; enable_stream_desktop_notifications?: boolean; enable_stream_email_notifications?: boolean; enable_stream_push_notifications?: boolean; enable_stream_audible_notifications?: boolean; wildcard_mentions_notify?: boolean; enable_digest_emails?: boolean; enable_login_emails?: boolean; notification_sound?: string; pm_content_in_desktop_notifications?: boolean; message_content_in_email_notifications?: boolean; email_notifications_batching_period_seconds?: number; realm_name_in_notifications?: boolean; desktop_icon_count_display?: number; presence_enabled?: boolean; enter_sends?: boolean; twenty_four_hour_time?: boolean; night_mode?: boolean; dense_mode?: boolean; left_side_userlist?: boolean; high_contrast_mode?: boolean; starred_message_counts?: boolean; translate_emoticons?: boolean; default_language?: string; emojiset?: string; demote_inactive_streams?: number; fluid_layout_width?: boolean; send_read_receipts?: boolean; send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean; enable_drafts_synchronization?: boolean; display_emoji_reaction_users?: boolean }
  }
  /** Get all users */
  'GET /users': {
    input: { client_avatar?: boolean; include_custom_profile_fields?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; members: (User)[] }
  }
  /** Create a user */
  'POST /users': {
    input: { email: string; password: string; full_name: string; short_name?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_id: number }
  }
  /** Get a user */
  'GET /users/{user_id}': {
    input: { user_id: string; client_avatar?: boolean; include_custom_profile_fields?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user: User }
  }
  /** Update a user */
  'PATCH /users/{user_id}': {
    input: { user_id: number; full_name?: string; role?: number; is_admin?: boolean; is_guest?: boolean; profile_data?: ({ id: number; value: string | (number)[] | null })[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Deactivate a user */
  'DELETE /users/{user_id}': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Reactivate a user */
  'POST /users/{user_id}/reactivate': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Erase a person */
  'POST /users/{user_id}/erasure': {
    input: { user_id: number; messages: "keep" | "delete" }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the erasures of people */
  'GET /realm/erasures': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; erasures: ({ user_id: number; messages: "keep" | "delete"; acting_user_id: number | null; requested_timestamp: number; deleted_messages: number; finished_timestamp: number | null })[] }
  }
  /** Get your email address */
  'GET /users/me/email': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; email: string; is_confirmed: boolean }
  }
  /** Confirm your email address */
  'POST /users/me/email/confirmation': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Look at a change of an email address */
  'GET /email_changes/{token}': {
    input: { token: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; email: string; new_email: string; realm_name: string }
  }
  /** Confirm a new email address */
  'POST /email_changes/{token}': {
    input: { token: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Look at a link that ends mails about missed messages */
  'GET /unsubscribe/{token}': {
    input: { token: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; email: string; realm_name: string; is_subscribed: boolean }
  }
  /** Stop mails about missed messages */
  'POST /unsubscribe/{token}': {
    input: { token: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get all custom profile fields */
  'GET /realm/profile_fields': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; custom_fields: (CustomProfileField)[] }
  }
  /** Create a custom profile field */
  'POST /realm/profile_fields': {
    input: { name?: string; hint?: string; field_type: number; field_data?: Record<string, unknown>; required?: boolean; editable_by_user?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Reorder custom profile fields */
  'PATCH /realm/profile_fields': {
    input: { order: (number)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Update a custom profile field */
  'PATCH /realm/profile_fields/{field_id}': {
    input: { field_id: number; name?: string; hint?: string; field_data?: Record<string, unknown>; required?: boolean; editable_by_user?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Delete a custom profile field */
  'DELETE /realm/profile_fields/{field_id}': {
    input: { field_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Update your profile data */
  'PATCH /users/me/profile_data': {
    input: { data: ({ id: number; value: string | (number)[] | null })[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove your profile data */
  'DELETE /users/me/profile_data': {
    input: { data: (number)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Tell that you are there */
  'POST /users/me/presence': {
    input: { status: string; ping_only?: boolean; new_user_input?: boolean; slim_presence?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; server_timestamp?: number; presences?: Record<string, { active_timestamp: number; idle_timestamp: number } | Record<string, { client: string; status: string; timestamp: number; pushable?: boolean }>> }
  }
  /** Get a user's presence */
  'GET /users/{user_id}/presence': {
    input: { user_id: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; presence: Record<string, { status: string; timestamp: number }> }
  }
  /** Get the presence of everybody */
  'GET /realm/presence': {
    input: { slim_presence?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; server_timestamp: number; presences: Record<string, { active_timestamp: number; idle_timestamp: number } | Record<string, { client: string; status: string; timestamp: number; pushable?: boolean }>> }
  }
  /** Update your status */
  'POST /users/me/status': {
    input: { status_text?: string; away?: boolean; do_not_disturb?: boolean; emoji_name?: string; emoji_code?: string; reaction_type?: string; clear_at?: number | null }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get a user's status */
  'GET /users/{user_id}/status': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; status: { away?: true; do_not_disturb?: true; status_text?: string; emoji_name?: string; emoji_code?: string; reaction_type?: string; clear_at?: number } }
  }
  /** Update a user's status */
  'POST /users/{user_id}/status': {
    input: { user_id: number; status_text?: string; away?: boolean; do_not_disturb?: boolean; emoji_name?: string; emoji_code?: string; reaction_type?: string; clear_at?: number | null }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the public key for push notifications */
  'GET /web_push_key': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; public_key: string }
  }
  /** Notify this browser */
  'POST /users/me/push_subscriptions': {
    input: { endpoint: string; p256dh: string; auth: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Stop notifying a browser */
  'DELETE /users/me/push_subscriptions': {
    input: { endpoint: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Add an iOS device (not available) */
  'POST /users/me/apns_device_token': {
    input: { token?: string; appid?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove an iOS device (not available) */
  'DELETE /users/me/apns_device_token': {
    input: { token?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Add an Android device (not available) */
  'POST /users/me/android_gcm_reg_id': {
    input: { token?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove an Android device (not available) */
  'DELETE /users/me/android_gcm_reg_id': {
    input: { token?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Send a test notification to mobile devices (not available) */
  'POST /mobile_push/test_notification': {
    input: { token?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Register a mobile device for push notifications (not available) */
  'POST /mobile_push/register': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Mute a user */
  'POST /users/me/muted_users/{muted_user_id}': {
    input: { muted_user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Unmute a user */
  'DELETE /users/me/muted_users/{muted_user_id}': {
    input: { muted_user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get navigation views */
  'GET /navigation_views': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; navigation_views: ({ fragment: string; is_pinned: boolean; name: string | null })[] }
  }
  /** Add a navigation view */
  'POST /navigation_views': {
    input: { fragment: string; is_pinned: boolean; name?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Update a navigation view */
  'PATCH /navigation_views/{fragment}': {
    input: { fragment: string; is_pinned?: boolean; name?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove a navigation view */
  'DELETE /navigation_views/{fragment}': {
    input: { fragment: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get your pointer */
  'GET /users/me/pointer': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; pointer: number }
  }
  /** Move your pointer */
  'POST /users/me/pointer': {
    input: { pointer: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Create a user group */
  'POST /user_groups/create': {
    input: { name: string; description: string; members?: (number)[]; subgroups?: (number)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; group_id: number }
  }
  /** Get user groups */
  'GET /user_groups': {
    input: { include_deactivated_groups?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_groups: ({ id: number; name: string; description: string; members: (number)[]; direct_subgroup_ids: (number)[]; is_system_group: false; deactivated: boolean })[] }
  }
  /** Update a user group */
  'PATCH /user_groups/{user_group_id}': {
    input: { user_group_id: number; name?: string; description?: string; deactivated?: false }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Delete a user group */
  'DELETE /user_groups/{user_group_id}': {
    input: { user_group_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Deactivate a user group */
  'POST /user_groups/{user_group_id}/deactivate': {
    input: { user_group_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the members of a user group */
  'GET /user_groups/{user_group_id}/members': {
    input: { user_group_id: number; direct_member_only?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; members: (number)[] }
  }
  /** Update the members of a user group */
  'POST /user_groups/{user_group_id}/members': {
    input: { user_group_id: number; add?: (number)[]; delete?: (number)[]; add_subgroups?: (number)[]; delete_subgroups?: (number)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Check whether a user is a member of a user group */
  'GET /user_groups/{user_group_id}/members/{user_id}': {
    input: { user_group_id: number; user_id: number; direct_member_only?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; is_user_group_member: boolean }
  }
  /** Get the subgroups of a user group */
  'GET /user_groups/{user_group_id}/subgroups': {
    input: { user_group_id: number; direct_subgroup_only?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; subgroups: (number)[] }
  }
  /** Update the subgroups of a user group */
  'POST /user_groups/{user_group_id}/subgroups': {
    input: { user_group_id: number; add?: (number)[]; delete?: (number)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Upload your avatar */
  'POST /users/me/avatar': {
    input: { file: Blob }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; avatar_url: string }
  }
  /** Delete your avatar */
  'DELETE /users/me/avatar': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; avatar_url: string }
  }
  /** Upload the avatar of a bot */
  'POST /bots/{bot_id}/avatar': {
    input: { bot_id: number; file: Blob }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; avatar_url: string }
  }
  /** Delete the avatar of a bot */
  'DELETE /bots/{bot_id}/avatar': {
    input: { bot_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; avatar_url: string }
  }
  /** Get alert words */
  'GET /users/me/alert_words': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; alert_words: (string)[] }
  }
  /** Add alert words */
  'POST /users/me/alert_words': {
    input: { alert_words: (string)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; alert_words: (string)[] }
  }
  /** Remove alert words */
  'DELETE /users/me/alert_words': {
    input: { alert_words: (string)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; alert_words: (string)[] }
  }
  /** Get own bots */
  'GET /bots': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; bots: ({ username: string; user_id: number; full_name: string; bot_type: number; avatar_url: string; default_sending_stream: string | null; default_events_register_stream: string | null; default_all_public_streams: boolean; api_key?: string; services: ({ base_url: string; interface: number; token?: string })[] })[] }
  }
  /** Create a bot */
  'POST /bots': {
    input: { full_name: string; short_name: string; bot_type?: number; payload_url?: string; interface_type?: number; default_sending_stream?: string; default_events_register_stream?: string; default_all_public_streams?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_id: number; api_key: string; avatar_url: string; default_sending_stream: string | null; default_events_register_stream: string | null; default_all_public_streams: boolean }
  }
  /** Change a bot */
  'PATCH /bots/{bot_id}': {
    input: { bot_id: number; full_name?: string; bot_owner_id?: number; service_payload_url?: string; service_interface?: number; default_sending_stream?: string; default_events_register_stream?: string; default_all_public_streams?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_id: number; full_name: string; avatar_url: string; bot_owner: string | null; default_sending_stream: string | null; default_events_register_stream: string | null; default_all_public_streams: boolean; services: ({ base_url: string; interface: number; token?: string })[] }
  }
  /** Deactivate a bot */
  'DELETE /bots/{bot_id}': {
    input: { bot_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the key of a bot */
  'GET /bots/{bot_id}/api_key': {
    input: { bot_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; api_key: string }
  }
  /** Give a bot a new key */
  'POST /bots/{bot_id}/api_key/regenerate': {
    input: { bot_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; api_key: string }
  }
  /** Get the secret of an outgoing webhook */
  'GET /bots/{bot_id}/webhook_secret': {
    input: { bot_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; webhook_secret: string }
  }
  /** Set the slash commands of a bot */
  'PUT /bots/{bot_id}/commands': {
    input: { bot_id: number; commands: ({ name: string; description?: string; parameters?: string })[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; commands: ({ name: string; description: string; parameters: string; bot_id: number })[] }
  }
  /** Get what a bot keeps */
  'GET /bot_storage': {
    input: { keys?: (string)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; storage: Record<string, string> }
  }
  /** Keep something for a bot */
  'PUT /bot_storage': {
    input: { storage: Record<string, string> }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Forget what a bot keeps */
  'DELETE /bot_storage': {
    input: { keys?: (string)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Change the organization */
  'PATCH /realm': {
    input: { name?: string; description?: string; allow_message_editing?: boolean; message_content_edit_limit_seconds?: number | null; allow_edit_history?: boolean; allow_community_topic_editing?: boolean; community_topic_editing_limit_seconds?: number; allow_message_deleting?: boolean; message_content_delete_limit_seconds?: number | null; message_retention_days?: number | null; create_stream_policy?: number; invite_to_stream_policy?: number; bot_creation_policy?: number; invite_by_admins_only?: boolean; emails_restricted_to_domains?: boolean; add_emoji_by_admins_only?: boolean; user_group_edit_policy?: number; name_changes_disabled?: boolean; email_changes_disabled?: boolean; avatar_changes_disabled?: boolean; two_factor_required_for?: number; waiting_period_threshold?: number; mandatory_topics?: boolean; notifications_stream_id?: number; signup_notifications_stream_id?: number; moderation_request_channel_id?: number; presence_disabled?: boolean; default_language?: string; default_twenty_four_hour_time?: boolean; enable_read_receipts?: boolean; default_history_public_to_subscribers?: boolean; message_content_allowed_in_email_notifications?: boolean; video_chat_provider?: 0 | 1 | 3; jitsi_server_url?: string | null }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; name?: string; description?: string; allow_message_editing?: boolean; message_content_edit_limit_seconds?: number | null; allow_edit_history?: boolean; allow_community_topic_editing?: boolean; community_topic_editing_limit_seconds?: number; allow_message_deleting?: boolean; message_content_delete_limit_seconds?: number | null; message_retention_days?: number | null; create_stream_policy?: number; invite_to_stream_policy?: number; bot_creation_policy?: number; invite_by_admins_only?: boolean; emails_restricted_to_domains?: boolean; add_emoji_by_admins_only?: boolean; user_group_edit_policy?: number; name_changes_disabled?: boolean; email_changes_disabled?: boolean; avatar_changes_disabled?: boolean; two_factor_required_for?: number; waiting_period_threshold?: number; mandatory_topics?: boolean; notifications_stream_id?: number; signup_notifications_stream_id?: number; moderation_request_channel_id?: number; presence_disabled?: boolean; default_language?: string; default_twenty_four_hour_time?: boolean; enable_read_receipts?: boolean; default_history_public_to_subscribers?: boolean; message_content_allowed_in_email_notifications?: boolean; video_chat_provider?: 0 | 1 | 3; jitsi_server_url?: string | null }
  }
  /** Make a link to a BigBlueButton meeting */
  'GET /calls/bigbluebutton/create': {
    input: { meeting_name: string; voice_only?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; url: string }
  }
  /** Enter a BigBlueButton meeting */
  'GET /calls/bigbluebutton/join': {
    input: { bigbluebutton: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Change the settings of people who join */
  'PATCH /realm/user_settings_defaults': {
    input: { enable_desktop_notifications?: boolean; enable_sounds?: boolean; enable_offline_email_notifications?: boolean; enable_offline_push_notifications?: boolean; enable_online_push_notifications?: boolean; enable_stream_desktop_notifications?: boolean; enable_stream_email_notifications?: boolean; enable_stream_push_notifications?: boolean; enable_stream_audible_notifications?: boolean; wildcard_mentions_notify?: boolean; enable_digest_emails?: boolean; enable_login_emails?: boolean; notification_sound?: string; pm_content_in_desktop_notifications?: boolean; message_content_in_email_notifications?: boolean; email_notifications_batching_period_seconds?: number; realm_name_in_notifications?: boolean; desktop_icon_count_display?: number; presence_enabled?: boolean; enter_sends?: boolean; twenty_four_hour_time?: boolean; night_mode?: boolean; dense_mode?: boolean; left_side_userlist?: boolean; high_contrast_mode?: boolean; starred_message_counts?: boolean; translate_emoticons?: boolean; emojiset?: string; demote_inactive_streams?: number; fluid_layout_width?: boolean; send_read_receipts?: boolean; send_private_typing_notifications?: boolean; send_stream_typing_notifications?: boolean; enable_drafts_synchronization?: boolean; display_emoji_reaction_users?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get exports */
  'GET /export/realm': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; exports: ({ id: number; acting_user_id: number; export_time: number; export_url: string | null; failed_timestamp: number | null; deleted_timestamp: number | null; pending: boolean })[] }
  }
  /** Export the organization */
  'POST /export/realm': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Get who agreed to an export of their private data */
  'GET /export/realm/consents': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; export_consents: ({ user_id: number; consented: boolean; email_address_visibility: number })[] }
  }
  /** Delete an export */
  'DELETE /export/realm/{export_id}': {
    input: { export_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get exports of the data of people */
  'GET /export/people': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; exports: ({ id: number; user_id: number; acting_user_id: number; export_time: number; expires_timestamp: number; export_url: string | null; failed: boolean; pending: boolean })[] }
  }
  /** Export your own data */
  'POST /users/me/export': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Export the data of a person */
  'POST /users/{user_id}/export': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Delete an export of the data of a person */
  'DELETE /export/people/{export_id}': {
    input: { export_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get legal holds */
  'GET /realm/legal_holds': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; legal_holds: ({ id: number; user_id: number | null; stream_id: number | null; reason: string; placed_by: number; placed_timestamp: number; released_by: number | null; released_timestamp: number | null })[] }
  }
  /** Place a legal hold */
  'POST /realm/legal_holds': {
    input: { user_id?: number; stream_id?: number; reason: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Release a legal hold */
  'DELETE /realm/legal_holds/{hold_id}': {
    input: { hold_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get what is stored */
  'GET /realm/stored_data': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; stored_data: ({ kind: string; count: number; bytes: number | null; oldest_timestamp: number | null; retention_days: number | null; retention_applied_timestamp: number | null })[] }
  }
  /** Get the audit log */
  'GET /audit_log': {
    input: { actor_id?: number; action?: string; subject_id?: string; from?: number; to?: number; anchor?: number; oldest_first?: boolean; limit?: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; entries: ({ id: number; at: number; actor: { user_id: number; full_name: string } | null; through: string | null; address: string | null; client: string | null; action: string; subject: { kind: string; id: string | null; name: string | null }; before: Record<string, unknown> | null; after: Record<string, unknown> | null })[]; found_last: boolean }
  }
  /** Get imports of people */
  'GET /realm/people_imports': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; imports: ({ id: number; acting_user_id: number; name: string; created_at: number; started_at: number | null; finished_at: number | null; problem: string | null; total: number; wrong: number; done: number; failed: number })[] }
  }
  /** Try an import of people */
  'POST /realm/people_imports': {
    input: { file: Blob }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; import: { id: number; acting_user_id: number; name: string; created_at: number; started_at: number | null; finished_at: number | null; problem: string | null; total: number; wrong: number; done: number; failed: number } }
  }
  /** Get the rows of an import of people */
  'GET /realm/people_imports/{import_id}/rows': {
    input: { import_id: number; after?: number; problems_only?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; rows: ({ line: number; email: string; name: string | null; role: string | null; action: "create" | "change" | "deactivate" | "reactivate" | "none"; problem: string | null; done_at: number | null })[] }
  }
  /** Start an import of people */
  'POST /realm/people_imports/{import_id}/start': {
    input: { import_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Delete an import of people */
  'DELETE /realm/people_imports/{import_id}': {
    input: { import_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get statistics of the organization */
  'GET /realm/statistics': {
    input: { days?: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; days: ({ date: string; messages: number; in_streams: number; writers: number })[]; streams: ({ stream_id: number; messages: number })[]; storage: ({ kind: "image" | "video" | "audio" | "document" | "other"; files: number; bytes: number })[]; people: { accounts: number; seen_day: number; seen_week: number; seen_month: number } }
  }
  /** Deactivate the organization */
  'POST /realm/deactivate': {
    input: { password: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the icon of the organization */
  'GET /realm/icon': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Upload the icon of the organization */
  'POST /realm/icon': {
    input: { file: Blob }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; icon_url: string }
  }
  /** Delete the icon of the organization */
  'DELETE /realm/icon': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; icon_url: string }
  }
  /** Get the state of the setup */
  'GET /realm/setup': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; icon: boolean; people: boolean; streams: boolean; mail_server: boolean; backups: boolean | null }
  }
  /** Get custom emoji */
  'GET /realm/emoji': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; emoji: RealmEmoji }
  }
  /** Upload custom emoji */
  'POST /realm/emoji/{emoji_name}': {
    input: { emoji_name: string; file: Blob }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Deactivate custom emoji */
  'DELETE /realm/emoji/{emoji_name}': {
    input: { emoji_name: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get linkifiers */
  'GET /realm/linkifiers': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; linkifiers: ({ id: number; pattern: string; url_template: string })[] }
  }
  /** Reorder linkifiers */
  'PATCH /realm/linkifiers': {
    input: { ordered_linkifier_ids: (number)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get linkifiers in their older form */
  'GET /realm/filters': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; filters: ((string | number)[])[] }
  }
  /** Add a linkifier */
  'POST /realm/filters': {
    input: { pattern: string; url_template: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Change a linkifier */
  'PATCH /realm/filters/{filter_id}': {
    input: { filter_id: number; pattern: string; url_template: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove a linkifier */
  'DELETE /realm/filters/{filter_id}': {
    input: { filter_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Add a code playground */
  'POST /realm/playgrounds': {
    input: { name: string; pygments_language: string; url_template: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Remove a code playground */
  'DELETE /realm/playgrounds/{playground_id}': {
    input: { playground_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the email domains of the organization */
  'GET /realm/domains': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; domains: ({ domain: string; allow_subdomains: boolean })[] }
  }
  /** Add an email domain */
  'POST /realm/domains': {
    input: { domain: string; allow_subdomains?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Change an email domain */
  'PATCH /realm/domains/{domain}': {
    input: { domain: string; allow_subdomains: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove an email domain */
  'DELETE /realm/domains/{domain}': {
    input: { domain: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get global settings */
  'GET /server_settings': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; authentication_methods: Record<string, boolean>; chat_version: string; zulip_version: string; zulip_merge_base: string; zulip_feature_level: number; push_notifications_enabled: boolean; is_incompatible: boolean; email_auth_enabled: boolean; require_email_format_usernames: boolean; realm_uri?: string; realm_name?: string; realm_icon?: string; realm_description?: string; realm_web_public_access_enabled?: boolean; external_authentication_methods: ({ name: string; display_name: string; display_icon: string | null; login_url: string; signup_url: string })[] }
  }
  /** Get the names of all emoji */
  'GET /emoji_data': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; code_to_names: Record<string, (string)[]> }
  }
  /** Fetch a development API key */
  'POST /dev_fetch_api_key': {
    input: { username?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; api_key: string; email: string }
  }
  /** Fetch an API key */
  'POST /fetch_api_key': {
    input: { username: string; password: string; code?: string; new_password?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; api_key: string; email: string; user_id: number }
  }
  /** Fetch the API key of a person with a signed token */
  'POST /jwt/fetch_api_key': {
    input: { token: string; include_profile?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; api_key: string; email: string; user_id: number; user?: { user_id: number; email: string; full_name: string; role: number; is_admin: boolean; is_guest: boolean; is_bot: boolean; is_active: boolean; timezone: string; avatar_url: string } }
  }
  /** Get a new API key */
  'POST /users/me/api_key/regenerate': {
    input: { password?: string; code?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; api_key: string }
  }
  /** List the accounts of a development server */
  'GET /dev_list_users': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; direct_admins: ({ email: string; realm_uri: string; full_name: string; role: "administrator" | "member" | "guest"; avatar_url: string })[]; direct_users: ({ email: string; realm_uri: string; full_name: string; role: "administrator" | "member" | "guest"; avatar_url: string })[] }
  }
  /** List your sessions */
  'GET /sessions': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; sessions: ({ id: number; created_at: number; last_seen: number; user_agent: string; address: string | null; current: boolean })[] }
  }
  /** Sign in with a browser */
  'POST /sessions': {
    input: { username: string; password: string; code?: string; new_password?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_id: number; email: string; csrf_token: string }
  }
  /** Sign in without a password */
  'POST /dev_sessions': {
    input: { username: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_id: number; email: string; csrf_token: string }
  }
  /** Get the session of this browser */
  'GET /sessions/current': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_id: number; email: string; full_name: string; csrf_token: string; must_set_up_two_factor: boolean }
  }
  /** Sign out */
  'DELETE /sessions/current': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** End one of your sessions */
  'DELETE /sessions/{session_id}': {
    input: { session_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** List the sessions of everybody */
  'GET /realm/sessions': {
    input: { user_id?: number; page?: number; per_page?: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; sessions: ({ user_id: number; id: number; created_at: number; last_seen: number; user_agent: string; address: string | null; current: boolean })[]; total: number }
  }
  /** List the sessions of a user */
  'GET /users/{user_id}/sessions': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; sessions: ({ id: number; created_at: number; last_seen: number; user_agent: string; address: string | null; current: boolean })[] }
  }
  /** End all sessions of a user */
  'DELETE /users/{user_id}/sessions': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** End a session of a user */
  'DELETE /users/{user_id}/sessions/{session_id}': {
    input: { user_id: number; session_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Sign in with OpenID Connect */
  'GET /openid/sign_in': {
    input: { provider?: number; next?: string; invitation?: string; mobile_flow_otp?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Sign in with OpenID Connect at a provider of the organization */
  'GET /openid/{provider_id}/sign_in': {
    input: { provider_id: number; next?: string; invitation?: string; mobile_flow_otp?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Finish signing in with OpenID Connect */
  'GET /openid/callback': {
    input: { state?: string; code?: string; error?: string; error_description?: string; error_uri?: string; iss?: string; session_state?: string; scope?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Finish signing in with OpenID Connect at a provider of the organization */
  'GET /openid/{provider_id}/callback': {
    input: { provider_id: number; state?: string; code?: string; error?: string; error_description?: string; error_uri?: string; iss?: string; session_state?: string; scope?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** End the sessions of somebody who has signed out at the provider */
  'POST /openid/backchannel_logout': {
    input: { logout_token: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Sign in with SAML */
  'GET /saml/{provider_id}/sign_in': {
    input: { provider_id: number; next?: string; invitation?: string; mobile_flow_otp?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Receive the response of a SAML provider */
  'POST /saml/{provider_id}/acs': {
    input: { provider_id: number; SAMLResponse: string; RelayState?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Finish signing in with SAML */
  'GET /saml/finish': {
    input: { ticket: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** List the identity providers */
  'GET /realm/identity_providers': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; identity_providers: ({ id: number; kind: "openid" | "saml"; label: string; join: "invited" | "everyone"; is_active: boolean; issuer: string; client_id?: string; has_secret: boolean; trusts_addresses?: boolean; sign_in_url?: string; entity_id?: string; groups: { attribute: string; administrators_group: string; guests_group: string; user_groups: boolean }; own_redirect_uri?: boolean; redirect_uri: string; logout_uri?: string })[] }
  }
  /** Add an identity provider */
  'POST /realm/identity_providers': {
    input: { label?: string; join?: "invited" | "everyone"; is_active?: boolean; issuer?: string; client_id?: string; client_secret?: string; trusts_addresses?: boolean; own_redirect_uri?: boolean; metadata?: string; groups?: { attribute: string; administrators_group: string; guests_group: string; user_groups: boolean }; password?: string; code?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; id: number }
  }
  /** Change an identity provider */
  'PATCH /realm/identity_providers/{provider_id}': {
    input: { provider_id: number; label?: string; join?: "invited" | "everyone"; is_active?: boolean; issuer?: string; client_id?: string; client_secret?: string; trusts_addresses?: boolean; own_redirect_uri?: boolean; metadata?: string; groups?: { attribute: string; administrators_group: string; guests_group: string; user_groups: boolean }; password?: string; code?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove an identity provider */
  'DELETE /realm/identity_providers/{provider_id}': {
    input: { provider_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Test an identity provider */
  'POST /realm/identity_providers/{provider_id}/test': {
    input: { provider_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; checks: ({ check: string; ok: boolean; detail: string })[] }
  }
  /** Ask for a new password */
  'POST /password_reset': {
    input: { email: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Look at a password reset */
  'GET /password_reset/{token}': {
    input: { token: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; email: string; realm_name: string; is_first: boolean }
  }
  /** Choose a new password */
  'POST /password_reset/{token}': {
    input: { token: string; password: string; keep_bot_keys?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Send a user a link to choose a new password */
  'POST /users/{user_id}/password_reset': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; reset_link: string | null }
  }
  /** Get your two-factor authentication */
  'GET /users/me/two_factor': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; enabled: boolean; recovery_codes_left: number }
  }
  /** Set up two-factor authentication */
  'POST /users/me/two_factor': {
    input: { password?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; secret: string; uri: string }
  }
  /** Switch two-factor authentication off */
  'DELETE /users/me/two_factor': {
    input: { password?: string; code: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Switch two-factor authentication on */
  'POST /users/me/two_factor/confirm': {
    input: { code: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; recovery_codes: (string)[] }
  }
  /** Get new recovery codes */
  'POST /users/me/two_factor/recovery_codes': {
    input: { password?: string; code: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; recovery_codes: (string)[] }
  }
  /** Remove the two-factor authentication of a user */
  'DELETE /users/{user_id}/two_factor': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the LDAP directory of the organization */
  'GET /realm/ldap': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; settings: { url: string; start_tls: boolean; ca: string; bind_dn: string; base_dn: string; user_filter: string; login_attribute: string; id_attribute: string; email_attribute: string; name_attribute: string; group_base_dn: string; group_filter: string; group_name_attribute: string; group_member_attribute: string; administrators_group: string; guests_group: string; user_groups?: boolean; sync_minutes: number; sign_in: boolean } | null; has_password: boolean; report: { at: number; is_dry_run: boolean; people: number; created: { count: number; names: (string)[] }; changed: { count: number; names: (string)[] }; closed: { count: number; names: (string)[] }; refused: { count: number; names: (string)[] }; groups?: { count: number; names: (string)[] }; problem: string | null; held_back?: number } | null }
  }
  /** Connect the organization with an LDAP directory */
  'PUT /realm/ldap': {
    input: { settings: { url: string; start_tls: boolean; ca: string; bind_dn: string; base_dn: string; user_filter: string; login_attribute: string; id_attribute: string; email_attribute: string; name_attribute: string; group_base_dn: string; group_filter: string; group_name_attribute: string; group_member_attribute: string; administrators_group: string; guests_group: string; user_groups?: boolean; sync_minutes: number; sign_in: boolean }; bind_password?: string; password?: string; code?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Disconnect the organization from its LDAP directory */
  'DELETE /realm/ldap': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Try the settings of an LDAP directory */
  'POST /realm/ldap/test': {
    input: { settings: { url: string; start_tls: boolean; ca: string; bind_dn: string; base_dn: string; user_filter: string; login_attribute: string; id_attribute: string; email_attribute: string; name_attribute: string; group_base_dn: string; group_filter: string; group_name_attribute: string; group_member_attribute: string; administrators_group: string; guests_group: string; user_groups?: boolean; sync_minutes: number; sign_in: boolean }; bind_password?: string; password?: string; code?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; is_ok: boolean; message: string; fault: string | null; people: number; groups: number }
  }
  /** Let accounts follow the LDAP directory now */
  'POST /realm/ldap/sync': {
    input: { dry_run?: boolean; closes_many?: boolean; password?: string; code?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; report: { at: number; is_dry_run: boolean; people: number; created: { count: number; names: (string)[] }; changed: { count: number; names: (string)[] }; closed: { count: number; names: (string)[] }; refused: { count: number; names: (string)[] }; groups?: { count: number; names: (string)[] }; problem: string | null; held_back?: number } }
  }
  /** Get the SCIM connection of the organization */
  'GET /realm/scim': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; base_url: string; is_connected: boolean; created_at: number | null; used_at: number | null }
  }
  /** Create the SCIM token of the organization */
  'POST /realm/scim/token': {
    input: { password?: string; code?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; token: string }
  }
  /** Remove the SCIM token of the organization */
  'DELETE /realm/scim/token': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** List the invitations that can still be used */
  'GET /invites': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; invites: ({ id: number; invited_by_user_id: number; invited: number; expiry_date: number | null; invited_as: number; email?: string; notify_referrer_on_join: boolean; is_multiuse: boolean; link_url?: string })[] }
  }
  /** Invite people by mail */
  'POST /invites': {
    input: { invitee_emails: string; invite_as?: 100 | 200 | 300 | 400 | 600; stream_ids?: (number)[]; invite_expires_in_minutes?: number | null; include_realm_default_subscriptions?: boolean; notify_referrer_on_join?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; invite_links?: ({ email: string; link: string })[] }
  }
  /** Create an invitation link */
  'POST /invites/multiuse': {
    input: { invite_as?: 100 | 200 | 300 | 400 | 600; stream_ids?: (number)[]; invite_expires_in_minutes?: number | null; include_realm_default_subscriptions?: boolean; notify_referrer_on_join?: boolean }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; invite_link: string }
  }
  /** Revoke an invitation by mail */
  'DELETE /invites/{invite_id}': {
    input: { invite_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Revoke an invitation link */
  'DELETE /invites/multiuse/{invite_id}': {
    input: { invite_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Mail an invitation again */
  'POST /invites/{invite_id}/resend': {
    input: { invite_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; timestamp: number; invite_link?: string }
  }
  /** Look at an invitation */
  'GET /invites/accept/{token}': {
    input: { token: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; email: string | null; realm_name: string; realm_uri: string; invited_by: string; confirms_email: boolean }
  }
  /** Join with an invitation */
  'POST /invites/accept/{token}': {
    input: { token: string; email?: string; full_name: string; password: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; user_id: number; email: string; api_key: string }
  }
  /** Ask for a link to join */
  'POST /invites/accept/{token}/email': {
    input: { token: string; email: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** List the services that must sign */
  'GET /bots/{bot_id}/signing_secrets': {
    input: { bot_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; integrations: (string)[]; services: ({ name: string; display_name: string; header: string; brings_secret: boolean })[] }
  }
  /** Set the signing secret of a service */
  'PUT /bots/{bot_id}/signing_secrets/{integration_name}': {
    input: { bot_id: number; integration_name: string; secret: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Remove the signing secret of a service */
  'DELETE /bots/{bot_id}/signing_secrets/{integration_name}': {
    input: { bot_id: number; integration_name: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Check the address of an incoming webhook */
  'GET /external/{integration_name}': {
    input: { integration_name: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Incoming webhook */
  'POST /external/{integration_name}': {
    input: { integration_name: string; stream?: string; topic?: string; only_events?: (string)[]; exclude_events?: (string)[]; branches?: string; ignore_private_repositories?: boolean; channels_map_to_topics?: number; name?: string; desc?: string }
    body: Record<string, unknown>
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the phones of the organization */
  'GET /workspace': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; company: { id: string; name: string } | null; phone_user_id: string | null; phone_role: "owner" | "administrator" | "user" | null; may_connect: boolean }
  }
  /** Get the state of the setup of the phones */
  'GET /workspace/setup': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; phone_registered: boolean }
  }
  /** Connect the organization to a company */
  'POST /workspace/company': {
    input: { api_key_of_company?: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; company: { id: string; name: string } | null; phone_user_id: string | null; phone_role: "owner" | "administrator" | "user" | null; may_connect: boolean }
  }
  /** List the phone users of accounts */
  'GET /workspace/phone_users': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; phone_users: ({ user_id: number; phone_user_id: string | null })[] }
  }
  /** Get the avatars of phone users */
  'GET /workspace/avatars': {
    input: { phone_user_ids: (string)[] }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; avatars: Record<string, string> }
  }
  /** Choose the phone user of an account */
  'PUT /workspace/phone_users/{user_id}': {
    input: { user_id: number; phone_user_id: string | null }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the phone numbers of a person */
  'GET /workspace/people/{user_id}/phones': {
    input: { user_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; extensions: (string)[]; texting_numbers: (string)[] }
  }
  /** List the texting numbers without a stream */
  'GET /workspace/free_numbers': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; numbers: (string)[] }
  }
  /** List the texting numbers of streams */
  'GET /workspace/numbers': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; numbers: ({ stream_id: number; number: string })[] }
  }
  /** Get the recipients of a topic */
  'GET /workspace/numbers/{stream_id}/recipients': {
    input: { stream_id: number; topic: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; number: string | null; conversation_id: string | null; recipients: ({ number: string; name: string })[] }
  }
  /** Tie a texting number to a stream */
  'PUT /workspace/numbers/{stream_id}': {
    input: { stream_id: number; number: string }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Untie the number of a stream */
  'DELETE /workspace/numbers/{stream_id}': {
    input: { stream_id: number }
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[] }
  }
  /** Get the state of the server */
  'GET /server/status': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; version: string; database: "sqlite" | "postgres"; redis: "ok" | "away" | null; nodes: ({ host: string; version: string; since: number; is_this: boolean; leads: ("chat" | "telephony")[] })[]; file_store: "ok" | "away" | null; outbox: ({ product: "chat" | "telephony"; kind: string; waiting: number; failing: number; failed: number; oldest: number | null })[]; disk: { free_bytes: number; total_bytes: number }; backup: { last: number | null; bytes: number | null; has_failed: boolean; verified: number | null } | null; mail: { is_set_up: boolean; is_known: boolean; last_success: number | null; last_failure: number | null }; asterisks: ({ number: number; phone_systems: number; state: "ok" | "away" | null })[]; trunks: ({ state: string; count: number })[]; has_text_carrier: boolean; company_carriers: ({ state: string; count: number })[]; directories: ({ organization: string; directory: "ldap" | "scim"; last: number | null; problem: string | null })[] }
  }
  /** Examine the server */
  'POST /server/checks': {
    input: Record<string, unknown>
    body: undefined
    output: { result: "success"; msg: ""; ignored_parameters_unsupported?: (string)[]; checks: ({ name: string; findings: ({ level: "ok" | "warning" | "problem" | "skipped"; text: string; remedy?: string })[] })[] }
  }
}

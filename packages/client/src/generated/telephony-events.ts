// Made by `npm run openapi` from docs/asyncapi/telephony.json.

/** What the socket hears. */
export interface TelephonyEvents {
  /** Authentication succeeded. Events are delivered from now on. */
  'authenticated': { company_id: string; user_id: string; last_event_id: number }
  /** Authentication failed, timed out or is no longer valid. The server disconnects. */
  'unauthorized': { message: string; data: { message: string; code: "invalid_token" | "authentication_timeout"; type: "UnauthorizedError" } }
  /** Some events since last_event_id are no longer stored: fetch the state again. */
  'events.missed': { last_event_id: number; oldest_event_id: number | null }
  /** What the client has sent could not be done, and it had given no acknowledgement to tell so. Before `authenticated`, with status 429 or 503: the server is busy and hangs up; come back with the same token. */
  'exception': { detail: string; status: number; title: string; type: "about:blank"; errors?: ({ pointer: string; detail: string })[] }
  /** A conversation was created. Sent before its first message. For the primary user and the users of the number. */
  'texting.chat.new': { id: string; company_id: string; contact_id: string; contactinfo: { id: string; company_id: string; number: string; first_name: string; last_name: string; email: string; avatar: string; user_id: string | null; opted_out: boolean; created_at: string; updated_at: string }; contactsinfo: ({ id: string; company_id: string; number: string; first_name: string; last_name: string; email: string; avatar: string; user_id: string | null; opted_out: boolean; created_at: string; updated_at: string })[]; conversation_type: "direct" | "group" | "campaign"; countunreadmessages: number; unread_msg_count: number; from_number: string; has_direct_msg: boolean; has_hidden_msg: boolean; last_message_created_at: string | null; lastmessage: { id: string; conversation_id: string; company_id: string; direction: "inbound" | "outbound"; frm: string; to: string; text: string; files: ({ id: string; company_id: string; description: string; mimetype: string; name: string; preview: { base64: string; filename: string; mimetype: string } | null; size: number; uploaded_at: string | null; uploaded_name: string; user_id: string | null })[]; is_read: boolean; status: "queued" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "received"; error_code: string | null; error_message: string | null; segments: number; encoding: "GSM-7" | "UCS-2"; user_id: string | null; timezone: string; campaign_info: { name: string } | null; created_at: string; updated_at: string; deleted_at: string | null } | null; recipients: (string)[]; timezone: string; updated_at: string; name: string; created_at: string; pinned_at: string | null; campaign_info: { name: string } | null; last_msg: { created_at: string; direction: "inbound" | "outbound"; files: ({ id: string; company_id: string; description: string; mimetype: string; name: string; preview: { base64: string; filename: string; mimetype: string } | null; size: number; uploaded_at: string | null; uploaded_name: string; user_id: string | null })[]; frm: string; to: string; text: string; is_unread: boolean } | null }
  /** A conversation was deleted, with its messages. For the primary user and the users of the number. */
  'texting.chat.delete': { id: string }
  /** A message was received or sent. For the primary user and the users of the number. */
  'texting.message.new': { id: string; conversation_id: string; company_id: string; direction: "inbound" | "outbound"; frm: string; to: string; text: string; files: ({ id: string; company_id: string; description: string; mimetype: string; name: string; preview: { base64: string; filename: string; mimetype: string } | null; size: number; uploaded_at: string | null; uploaded_name: string; user_id: string | null })[]; is_read: boolean; status: "queued" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "received"; error_code: string | null; error_message: string | null; segments: number; encoding: "GSM-7" | "UCS-2"; user_id: string | null; timezone: string; campaign_info: { name: string } | null; created_at: string; updated_at: string; deleted_at: string | null }
  /** The status of an outbound message changed. For the primary user and the users of the number. */
  'texting.message.updated': { id: string; conversation_id: string; company_id: string; direction: "inbound" | "outbound"; frm: string; to: string; text: string; files: ({ id: string; company_id: string; description: string; mimetype: string; name: string; preview: { base64: string; filename: string; mimetype: string } | null; size: number; uploaded_at: string | null; uploaded_name: string; user_id: string | null })[]; is_read: boolean; status: "queued" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "received"; error_code: string | null; error_message: string | null; segments: number; encoding: "GSM-7" | "UCS-2"; user_id: string | null; timezone: string; campaign_info: { name: string } | null; created_at: string; updated_at: string; deleted_at: string | null }
  /** A message was deleted. For the primary user and the users of the number. */
  'texting.message.delete': { id: string; conversation_id: string }
  /** Unread messages were marked as read. For the primary user and the users of the number. */
  'texting.message.markAsRead': { conversation_id: string; messagesIds: (string)[]; timezone: string }
  /** A user's effective status changed. For everybody in the company. */
  'user_status_updated': { company_id: string; user_id: string; user_email: string; status: { status: "available" | "away" | "do_not_disturb" | "in_a_meeting" | "on_a_call" | "lunch" | "holiday" | "afk"; action_type: "manual" | "automatic"; text?: string; emoji?: string }; id: string; created_at: string; updated_at: string; deleted_at: string | null }
  /** Somebody else changed the extension or the numbers of a user. For this user. */
  'user.notice': { id: string; user_id: string; by: string; text: string; created_at: string }
  /** A phone registered or unregistered, or the state of its call changed. For everyone. */
  'extension.subscriber.updated': { extension_id: string; number: number; pbx: string; state: "AUTHENTICATED" | "UNAUTHENTICATED" | "SLEEPING"; call_status: "idle" | "ringing" | "in_call" | "on_hold" }
  /** A trunk works now, or no longer. For the owner. */
  'trunk.state.updated': { id: string; company: string; name: string; kind: "registration" | "ip"; host: string; port: number; transport: "udp" | "tcp" | "tls"; media_encryption: "no" | "sdes" | "dtls"; username: string; has_password: boolean; from_user: string; callerid: string; addresses: (string)[]; codecs: string; enabled: boolean; max_calls: number | null; max_minutes: number | null; order: number; state: "disabled" | "unknown" | "registered" | "rejected" | "unregistered" | "reachable" | "unreachable"; state_changed_at: string | null; problem: "certificate_expired" | "certificate_not_yet_valid" | "certificate_other_name" | "certificate_unknown_authority" | null; endpoint: string; created_at: string; updated_at: string }
  /** Somebody is calling an emergency number. For the owner. */
  'call.emergency': { id: string; company: string; direction: "internal" | "inbound" | "outbound"; result: "in_progress" | "answered" | "busy" | "no_answer" | "unavailable" | "cancelled" | "voicemail" | "callback" | "unknown_number" | "rejected" | "over_limit" | "not_permitted" | "blocked_number" | "blocked_anonymous" | "failed"; from: { number: string; name: string; extension_id: string | null; user_id: string | null; pbx: string | null; trunk_id: string | null; encryption: "srtp" | "none" | null }; to: string; called: ({ number: string; name: string; extension_id: string | null; user_id: string | null; pbx: string | null; trunk_id: string | null; encryption: "srtp" | "none" | null; outcome: "answered" | "answered_elsewhere" | "busy" | "no_answer" | "unavailable" | "cancelled" | "rejected" | "not_permitted" | "over_limit" | "blocked" })[]; transferred_to: string | null; recording: { duration: number; size: number } | null; recording_state: "recording" | "paused" | "ended" | null; started_at: string; answered_at: string | null; ended_at: string | null; duration: number }
  /** Calls to numbers outside are refused, because a limit is reached. For the owner, once in 24 hours for each limit. */
  'call.limit_reached': { limit: "company_calls" | "company_minutes" | "trunk_calls" | "trunk_minutes"; trunk_id: string | null; value: number | null; reached_at: string }
  /** An import in the background has begun, made progress or ended. For who started it and the owner. */
  'import.updated': { id: string; company: string; pbx: string; user_id: string; status: "running" | "completed" | "failed" | "cancelled"; total: number; created: number; failed: number; problem: string | null; created_at: string; updated_at: string; ended_at: string | null }
  /** A caller has come into line or left it, or an agent has signed in or out. For the users of its members and the owner. */
  'queue.updated': { queue_id: string; pbx: string; number: number; waiting: number }
  /** Somebody has come into a conference room or left it. For the users of its moderators and the owner. */
  'conference.updated': { conference_id: string; pbx: string; number: number; participants: number }
  /** A call was parked, picked up or given back, or its caller has hung up. For everyone. */
  'parking.updated': { parking_id: string; pbx: string; slot: number; state: "parked" | "picked_up" | "returned" | "ended"; number: string; name: string; parked_by: string; picked_up_by: string }
  /** The recording of a call has begun or ended, or a call has begun that the extension may record. For the user of the extension and the owner. */
  'call.recording.updated': { extension_id: string; number: number; pbx: string; is_recording: boolean; can_change: boolean }
  /** A call has ended, answered or not. For its parties and the owner. */
  'call.ended': { id: string; company: string; direction: "internal" | "inbound" | "outbound"; result: "in_progress" | "answered" | "busy" | "no_answer" | "unavailable" | "cancelled" | "voicemail" | "callback" | "unknown_number" | "rejected" | "over_limit" | "not_permitted" | "blocked_number" | "blocked_anonymous" | "failed"; from: { number: string; name: string; extension_id: string | null; user_id: string | null; pbx: string | null; trunk_id: string | null; encryption: "srtp" | "none" | null }; to: string; called: ({ number: string; name: string; extension_id: string | null; user_id: string | null; pbx: string | null; trunk_id: string | null; encryption: "srtp" | "none" | null; outcome: "answered" | "answered_elsewhere" | "busy" | "no_answer" | "unavailable" | "cancelled" | "rejected" | "not_permitted" | "over_limit" | "blocked" })[]; transferred_to: string | null; recording: { duration: number; size: number } | null; recording_state: "recording" | "paused" | "ended" | null; started_at: string; answered_at: string | null; ended_at: string | null; duration: number }
  /** A user has looked at their calls: those until a time are no longer new. For this user. */
  'call.seen.updated': { user_id: string; seen_until: string }
  /** A caller has left a message. For the user of the extension and the owner. */
  'voicemail.message.new': { id: string; company: string; created_at: string; from: string; from_name: string; to: string; extension_id: string | null; user_id: string | null; pbx: string; call_id: string | null; is_read: boolean; duration: number; size: number }
  /** A voicemail message was marked as read or unread. For its user and the owner. */
  'voicemail.message.updated': { id: string; company: string; created_at: string; from: string; from_name: string; to: string; extension_id: string | null; user_id: string | null; pbx: string; call_id: string | null; is_read: boolean; duration: number; size: number }
  /** A voicemail message was deleted. For its user and the owner. */
  'voicemail.message.delete': { id: string }
  /** A fax was received, or queued for sending. For everyone. */
  'fax.message.new': { id: string; company: string; created_at: string; direction: "inbound" | "outbound"; error: string | null; file: { id: string; internal_id: number }; from: string; from_name: string; is_read: boolean; pages: number; status: "queued" | "media.processed" | "sending" | "delivered" | "failed" | "received"; subject: string; to: string; to_name: string }
  /** A fax was read, or its status changed. For everyone. */
  'fax.message.updated': { id: string; company: string; created_at: string; direction: "inbound" | "outbound"; error: string | null; file: { id: string; internal_id: number }; from: string; from_name: string; is_read: boolean; pages: number; status: "queued" | "media.processed" | "sending" | "delivered" | "failed" | "received"; subject: string; to: string; to_name: string }
  /** A fax was deleted. For everyone. */
  'fax.message.delete': { id: string }
  /** Objects of a kind were created, changed or deleted: read their list again. For sockets that authenticated with `changes`: all users are notified about the company, its users, locations, extensions, blocked callers, texting contacts and numbers, and fax destinations. Owners and administrators are notified about everything. */
  'changed': { kind: string }
  /** Users have come online in the chat, or have gone. For sockets that authenticated with `changes`, soon after it happens; an active user who becomes idle is noticed within a minute. It is not repeated after an interruption: read the statuses of users again. */
  'user_presence_updated': { users: ({ user_id: string; presence: "active" | "away" | "offline" })[] }
}

/** What the socket can say. */
export interface TelephonyCommands {
  /** Mark the given messages as read. */
  'texting.message.markAsRead': { conversation_id: string; messagesIds: (string)[]; timezone?: string }
}

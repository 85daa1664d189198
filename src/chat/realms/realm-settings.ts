/** What an organization can decide for itself, with the values it starts from. */
export interface RealmSettings {
  allow_message_editing: boolean
  /** 0: no limit */
  message_content_edit_limit_seconds: number
  allow_edit_history: boolean
  allow_community_topic_editing: boolean
  allow_message_deleting: boolean
  /** 0: no limit */
  message_content_delete_limit_seconds: number
  create_stream_policy: 'members' | 'administrators'
  invite_to_stream_policy: 'members' | 'administrators'
  /** null: no stream gets announcements */
  notifications_stream_id: number | null
}

export const defaultRealmSettings: RealmSettings = {
  allow_message_editing: true,
  message_content_edit_limit_seconds: 600,
  allow_edit_history: true,
  allow_community_topic_editing: true,
  allow_message_deleting: false,
  message_content_delete_limit_seconds: 600,
  create_stream_policy: 'members',
  invite_to_stream_policy: 'members',
  notifications_stream_id: null,
}

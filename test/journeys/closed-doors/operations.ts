import type { Arguments } from '../../harness/api-client.ts'
import type { Secret } from './secret.ts'

/** How an operation is tried on what somebody has lost. */
export interface Try {
  /** What it asks for. `stream`: that a stream is there at all, which administrators may know. */
  about: 'messages' | 'stream' | 'own'
  /** in the order of the path */
  path?(secret: Secret): readonly (string | number)[]
  args?(secret: Secret): Arguments
  /** Before the loss it tells something: the test would prove nothing otherwise. */
  tells?: true
  /** There is nothing to compare with: a stream that does not exist would be made. It only has to be refused. */
  isRefused?: true
}

const message = { about: 'messages', path: ({ messageId }: Secret) => [messageId] } as const
const stream = { about: 'stream', path: ({ streamId }: Secret) => [streamId] } as const
const own = { about: 'own' } as const
const inStream = ({ streamName }: Secret) => [{ operator: 'stream', operand: streamName }]
const later = 4_000_000_000

/** Every operation that has to do with streams, messages, or what hangs on them. */
export const tries: Readonly<Record<string, Try | readonly Try[]>> = {
  'GET /messages': [
    {
      about: 'messages',
      args: (secret) => ({ anchor: 'oldest', num_before: 0, num_after: 50, narrow: inStream(secret) }),
      tells: true,
    },
    { about: 'own', args: () => ({ anchor: 'newest', num_before: 1000, num_after: 0 }) },
    {
      about: 'own',
      args: () => ({
        anchor: 'newest',
        num_before: 1000,
        num_after: 0,
        narrow: [{ operator: 'search', operand: 'budget' }],
      }),
    },
    {
      about: 'own',
      args: () => ({
        anchor: 'newest',
        num_before: 1000,
        num_after: 0,
        narrow: [{ operator: 'is', operand: 'starred' }],
      }),
    },
  ],
  'POST /messages': [
    {
      about: 'stream',
      args: ({ streamName, topic }) => ({ type: 'stream', to: [streamName], topic, content: 'meddled' }),
    },
    {
      about: 'stream',
      args: ({ streamId, topic }) => ({ type: 'stream', to: [streamId], topic, content: 'meddled' }),
    },
  ],
  'GET /messages/:message_id': { ...message, tells: true },
  'PATCH /messages/:message_id': [
    { ...message, args: () => ({ topic: 'meddled', propagate_mode: 'change_all' }) },
    {
      about: 'messages',
      path: ({ ownMessageId }) => [ownMessageId],
      args: () => ({ content: 'meddled', topic: 'meddled', propagate_mode: 'change_later' }),
    },
  ],
  'DELETE /messages/:message_id': message,
  'GET /messages/:message_id/history': { ...message, tells: true },
  'GET /messages/:message_id/read_receipts': message,
  'POST /messages/:message_id/report': { ...message, args: () => ({ report_type: 'spam' }) },
  'POST /messages/:message_id/typing': [
    { ...message, args: () => ({ op: 'start' }) },
    { about: 'messages', path: ({ ownMessageId }) => [ownMessageId], args: () => ({ op: 'start' }) },
  ],
  'POST /messages/:message_id/reactions': { ...message, args: () => ({ emoji_name: 'tada' }) },
  'DELETE /messages/:message_id/reactions': { ...message, args: () => ({ emoji_name: 'heart' }) },
  'POST /submessage': {
    about: 'messages',
    args: ({ messageId }) => ({
      message_id: messageId,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    }),
  },
  'GET /messages/matches_narrow': {
    about: 'own',
    args: ({ messageId }) => ({ msg_ids: [messageId], narrow: [{ operator: 'search', operand: 'budget' }] }),
  },
  'POST /messages/render': { about: 'own', args: () => ({ content: 'x' }) },
  'POST /messages/flags': [
    { about: 'messages', args: ({ messageId }) => ({ messages: [messageId], op: 'add', flag: 'starred' }) },
    { about: 'messages', args: ({ messageId }) => ({ messages: [messageId], op: 'remove', flag: 'read' }) },
  ],
  'POST /messages/flags/narrow': {
    about: 'messages',
    args: (secret) => ({
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: inStream(secret),
      op: 'add',
      flag: 'starred',
    }),
  },
  'POST /typing': {
    about: 'messages',
    args: ({ streamId, topic }) => ({ type: 'stream', op: 'start', stream_id: streamId, topic }),
  },
  'POST /mark_all_as_read': own,
  'POST /mark_stream_as_read': { about: 'messages', args: ({ streamId }) => ({ stream_id: streamId }) },
  'POST /mark_topic_as_read': {
    about: 'messages',
    args: ({ streamId, topic }) => ({ stream_id: streamId, topic_name: topic }),
  },
  'GET /drafts': own,
  'POST /drafts': {
    about: 'messages',
    args: ({ streamId }) => ({
      drafts: [{ type: 'stream', to: [streamId], topic: 'x', content: 'y', timestamp: 1 }],
    }),
  },
  'GET /scheduled_messages': own,
  'POST /scheduled_messages': {
    about: 'stream',
    args: ({ streamId, topic }) => ({
      type: 'stream',
      to: streamId,
      topic,
      content: 'meddled',
      scheduled_delivery_timestamp: later,
    }),
  },
  'GET /reminders': own,
  'POST /reminders': {
    about: 'messages',
    args: ({ messageId }) => ({ message_id: messageId, scheduled_delivery_timestamp: later }),
  },
  'GET /attachments': own,
  'GET /user_uploads/:realm_id_str/:token/:filename': {
    about: 'messages',
    path: ({ filePath }) => filePath.split('/'),
    tells: true,
  },
  'POST /register': { about: 'own', args: () => ({ include_subscribers: true, all_public_streams: false }) },
  'GET /users/me/pointer': own,
  'POST /users/me/pointer': { about: 'messages', args: ({ messageId }) => ({ pointer: messageId }) },
  'GET /streams': { about: 'stream', args: () => ({ include_owner_subscribed: true }) },
  'GET /get_stream_id': { about: 'stream', args: ({ streamName }) => ({ stream: streamName }), tells: true },
  'GET /streams/:stream_id': { ...stream, tells: true },
  'PATCH /streams/:stream_id': { ...stream, args: () => ({ description: 'meddled' }) },
  'DELETE /streams/:stream_id': stream,
  'GET /streams/:stream_id/email_address': { ...stream, about: 'messages', tells: true },
  'GET /streams/:stream_id/members': { ...stream, tells: true },
  'POST /streams/:stream_id/delete_topic': {
    about: 'messages',
    path: ({ streamId }) => [streamId],
    args: ({ topic }) => ({ topic_name: topic }),
  },
  'GET /users/me/:stream_id/topics': { about: 'messages', path: ({ streamId }) => [streamId], tells: true },
  'POST /default_streams': { about: 'stream', args: ({ streamId }) => ({ stream_id: streamId }) },
  'DELETE /default_streams': { about: 'stream', args: ({ streamId }) => ({ stream_id: streamId }) },
  'GET /users/me/subscriptions': { about: 'own', args: () => ({ include_subscribers: true }) },
  'POST /users/me/subscriptions': {
    about: 'messages',
    args: ({ streamName }) => ({ subscriptions: [{ name: streamName }] }),
    isRefused: true,
  },
  'DELETE /users/me/subscriptions': {
    about: 'stream',
    args: ({ streamName }) => ({ subscriptions: [streamName] }),
  },
  'PATCH /users/me/subscriptions': {
    about: 'messages',
    args: ({ streamName }) => ({ add: [{ name: streamName }] }),
    isRefused: true,
  },
  'PATCH /users/me/subscriptions/:stream_id': {
    about: 'messages',
    path: ({ streamId }) => [streamId],
    args: () => ({ property: 'color', value: '#123456' }),
  },
  'POST /users/me/subscriptions/properties': {
    about: 'messages',
    args: ({ streamId }) => ({
      subscription_data: [{ stream_id: streamId, property: 'color', value: '#123456' }],
    }),
  },
  'PATCH /users/me/subscriptions/muted_topics': [
    { about: 'messages', args: ({ streamName, topic }) => ({ stream: streamName, topic, op: 'add' }) },
    { about: 'messages', args: ({ streamId, topic }) => ({ stream_id: streamId, topic, op: 'add' }) },
    { about: 'stream', args: ({ streamId, topic }) => ({ stream_id: streamId, topic, op: 'remove' }) },
  ],
  'POST /user_topics': [
    {
      about: 'messages',
      args: ({ streamId, topic }) => ({ stream_id: streamId, topic, visibility_policy: 1 }),
    },
    {
      about: 'stream',
      args: ({ streamId, topic }) => ({ stream_id: streamId, topic, visibility_policy: 0 }),
    },
  ],
  'GET /users/:user_id/subscriptions/:stream_id': {
    about: 'stream',
    path: ({ streamId }) => [1, streamId],
  },
  'GET /users/:user_id/channels': { about: 'stream', path: () => [1] },
  'POST /channels/create': {
    about: 'stream',
    args: ({ streamName }) => ({ name: streamName, subscribers: [] }),
    isRefused: true,
  },
  'POST /invites': {
    about: 'messages',
    args: ({ streamId }) => ({ invitee_emails: 'friend@example.com', stream_ids: [streamId] }),
  },
  'POST /invites/multiuse': { about: 'messages', args: ({ streamId }) => ({ stream_ids: [streamId] }) },
  'POST /bots': {
    about: 'messages',
    args: ({ streamName }) => ({
      full_name: 'Spy',
      short_name: 'spy',
      bot_type: 1,
      default_sending_stream: streamName,
    }),
  },
  'GET /bots': own,
  'GET /audit_log': own,
}

/** These have to do with people, settings and sign-in, or act only on one's own things by their own ids. */
const elsewhere = [
  /^\w+ \/(drafts|scheduled_messages|reminders|attachments|saved_snippets|bots)\/:/,
  /^\w+ \/(saved_snippets|bot_storage|sessions|settings|realm|export|user_groups|invites|email_changes|navigation_views|channel_folders)(\/|$)/,
  /^\w+ \/(dev_\w+|fetch_api_key|jwt|mobile_push|openid|saml|password_reset|server_settings|emoji_data|unsubscribe|web_push_key|external|user_uploads|calls|server)(\/|$)/,
  /^\w+ \/users(\/me)?$/,
  /^\w+ \/users\/me\/(email|export|alert_words|api_key|avatar|muted_users|profile_data|presence|status|push_subscriptions|apns_device_token|android_gcm_reg_id|two_factor)(\/|$)/,
  /^\w+ \/users\/:\w+(\/(presence|status|reactivate|two_factor|password_reset|erasure|export|sessions(\/:session_id)?))?$/,
  // The phones of the organization are in test/contract/workspace.
  /^\w+ \/workspace(\/|$)/,
  // What waits in a queue is in closed-doors.test.ts; a stream of events brings the same.
  /^\w+ \/events(\/stream)?$/,
]

export const isElsewhere = (operation: string) => elsewhere.some((pattern) => pattern.test(operation))

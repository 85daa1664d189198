export interface Area {
  name: string
  description: string
  /** path prefixes; the longest match wins */
  paths: readonly string[]
}

export const areas: readonly Area[] = [
  {
    name: 'Messages',
    description: 'Sending, fetching, editing and deleting.',
    paths: ['/messages', '/submessage', '/typing'],
  },
  {
    name: 'Read state',
    description: 'Marking messages as read.',
    paths: ['/mark_', '/messages/flags', '/messages/:message_id/read_receipts'],
  },
  {
    name: 'Drafts and snippets',
    description: 'Unsent texts, and texts that are sent often.',
    paths: ['/drafts', '/saved_snippets'],
  },
  {
    name: 'Streams and subscriptions',
    description: 'Streams and their subscribers.',
    paths: [
      '/streams',
      '/get_stream_id',
      '/default_streams',
      '/users/me/subscriptions',
      '/users/:user_id/subscriptions',
      '/users/:user_id/channels',
      '/channels',
      '/channel_folders',
    ],
  },
  {
    name: 'Topics',
    description: 'Topics of a stream, and how each user follows or mutes them.',
    paths: [
      '/users/me/subscriptions/muted_topics',
      '/user_topics',
      '/users/me/:stream_id/topics',
      '/streams/:stream_id/delete_topic',
    ],
  },
  {
    name: 'Scheduled messages and reminders',
    description: 'Messages to be sent later.',
    paths: ['/scheduled_messages', '/reminders'],
  },
  {
    name: 'Files',
    description: 'Uploaded files, which messages link to.',
    paths: ['/user_uploads', '/attachments'],
  },
  {
    name: 'Event queues',
    description: 'All changes, by an event stream or by long polling.',
    paths: ['/register', '/events'],
  },
  { name: 'Users', description: 'People and bots of the organization.', paths: ['/users'] },
  {
    name: 'Presence and status',
    description: 'Who is online, and the statuses that people set.',
    paths: [
      '/realm/presence',
      '/users/me/presence',
      '/users/:user_id/presence',
      '/users/me/status',
      '/users/:user_id/status',
    ],
  },
  {
    name: 'Push notifications',
    description: 'Web Push to browsers, while their owner is away.',
    paths: [
      '/web_push_key',
      '/users/me/push_subscriptions',
      '/users/me/apns_device_token',
      '/users/me/android_gcm_reg_id',
      '/mobile_push',
    ],
  },
  { name: 'User groups', description: 'People who are mentioned together.', paths: ['/user_groups'] },
  {
    name: 'Settings',
    description: 'Personal settings.',
    paths: ['/settings', '/email_changes', '/unsubscribe', '/navigation_views'],
  },
  {
    name: 'Profile fields',
    description: 'The fields of user profiles.',
    paths: ['/realm/profile_fields', '/users/me/profile_data'],
  },
  { name: 'Bots', description: 'Bots and their storage.', paths: ['/bot'] },
  {
    name: 'Organization',
    description: 'Settings of the organization, its emoji and linkifiers.',
    paths: ['/realm', '/export', '/calls', '/audit_log'],
  },
  {
    name: 'Signing in',
    description:
      'Signing in with a password, OpenID Connect or SAML: API keys for programs, sessions for browsers.',
    paths: [
      '/fetch_api_key',
      '/jwt',
      '/sessions',
      '/dev_sessions',
      '/openid',
      '/saml',
      '/realm/identity_providers',
      '/password_reset',
      '/users/me/api_key',
      '/users/me/two_factor',
      '/users/:user_id/sessions',
    ],
  },
  {
    name: 'Invitations',
    description: 'How new people join the organization.',
    paths: ['/invites'],
  },
  {
    name: 'Server',
    description:
      'Information that needs no credentials, and the state of the installation for its operators.',
    paths: ['/server_settings', '/emoji_data', '/dev_', '/server/'],
  },
  {
    name: 'Incoming webhooks',
    description: 'Other services send messages through a bot.',
    paths: ['/external'],
  },
  {
    name: 'Workspace',
    description: 'The organization and its phones: one account for both.',
    paths: ['/workspace'],
  },
]

export function areaOf(path: string): string {
  let found = { name: 'Other', length: 0 }
  for (const { name, paths } of areas) {
    for (const start of paths) {
      if (path.startsWith(start) && start.length > found.length) found = { name, length: start.length }
    }
  }
  return found.name
}

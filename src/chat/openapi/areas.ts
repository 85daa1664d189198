export interface Area {
  name: string
  description: string
  /** beginnings of paths; the longest that fits decides */
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
    description: 'Texts that have not been sent, and texts that are sent often.',
    paths: ['/drafts', '/saved_snippets'],
  },
  {
    name: 'Streams and subscriptions',
    description: 'Which streams there are, and who is in them.',
    paths: [
      '/streams',
      '/get_stream_id',
      '/default_streams',
      '/users/me/subscriptions',
      '/users/:user_id/subscriptions',
    ],
  },
  {
    name: 'Topics',
    description: 'What is talked about in a stream, and what somebody wants to hear of it.',
    paths: [
      '/users/me/subscriptions/muted_topics',
      '/user_topics',
      '/users/me/:stream_id/topics',
      '/streams/:stream_id/delete_topic',
    ],
  },
  {
    name: 'Scheduled messages and reminders',
    description: 'What is to be said later.',
    paths: ['/scheduled_messages', '/reminders'],
  },
  {
    name: 'Files',
    description: 'What is put into the chat, and linked by messages.',
    paths: ['/user_uploads', '/attachments'],
  },
  {
    name: 'Event queues',
    description: 'Everything that changes, by a stream of events or by long polling.',
    paths: ['/register', '/events'],
  },
  { name: 'Users', description: 'People and bots of the organization.', paths: ['/users'] },
  {
    name: 'Presence and status',
    description: 'Who is there, and what they say about themselves.',
    paths: [
      '/realm/presence',
      '/users/me/presence',
      '/users/:user_id/presence',
      '/users/me/status',
      '/users/:user_id/status',
    ],
  },
  { name: 'User groups', description: 'People who are mentioned together.', paths: ['/user_groups'] },
  {
    name: 'Settings',
    description: 'What everybody decides for themselves.',
    paths: ['/settings', '/email_changes'],
  },
  {
    name: 'Profile fields',
    description: 'What people can tell about themselves.',
    paths: ['/realm/profile_fields', '/users/me/profile_data'],
  },
  { name: 'Bots', description: 'Programs that take part, and what they keep.', paths: ['/bot'] },
  {
    name: 'Organization',
    description: 'Its settings, and what its messages can say.',
    paths: ['/realm', '/export'],
  },
  {
    name: 'Signing in',
    description: 'With a password: keys for programs, sessions for browsers.',
    paths: ['/fetch_api_key', '/sessions', '/dev_sessions', '/password_reset', '/users/me/api_key'],
  },
  {
    name: 'Invitations',
    description: 'How new people join the organization.',
    paths: ['/invites'],
  },
  {
    name: 'Server',
    description: 'What can be asked without credentials.',
    paths: ['/server_settings', '/dev_'],
  },
  {
    name: 'Incoming webhooks',
    description: 'Other services write messages through a bot.',
    paths: ['/external'],
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

export interface Area {
  name: string
  description: string
  /** beginnings of paths; the longest that fits decides */
  paths: readonly string[]
}

export const areas: readonly Area[] = [
  { name: 'Messages', description: 'Sending, fetching, editing and deleting.', paths: ['/messages'] },
  { name: 'Read state', description: 'Marking messages as read.', paths: ['/mark_'] },
  {
    name: 'Streams and subscriptions',
    description: 'Which streams there are, and who is in them.',
    paths: ['/streams', '/users/me/subscriptions'],
  },
  {
    name: 'Topic muting',
    description: 'Topics that somebody does not want to hear of.',
    paths: ['/users/me/subscriptions/muted_topics'],
  },
  {
    name: 'Event queues',
    description: 'Hearing of everything that changes, by long polling.',
    paths: ['/register', '/events'],
  },
  { name: 'Users', description: 'People and bots of the organization.', paths: ['/users'] },
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

export const notifications = {
  offer: 'Get notified about direct messages and mentions.',
  turnOn: 'Turn on notifications',
  notNow: 'Not now',
  on: 'Notifications are on',
  refused: 'Your browser blocks notifications from this site. You can change this in its site settings.',
  from: (name: string, place: string) => `${name} in ${place}`,
  privately: (name: string) => `${name}, privately`,
  newMessage: 'New message',
  announced: (name: string, text: string) => `${name}: ${text}`,
  settings: 'Settings',
  organization: 'Organization',
  streams: 'Streams',
}

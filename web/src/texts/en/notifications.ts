export const notifications = {
  offer: 'Learn of private messages and mentions while you do something else.',
  turnOn: 'Turn on notifications',
  notNow: 'Not now',
  on: 'Notifications are on',
  refused:
    'The browser does not allow notifications here. You can change that in its settings for this site.',
  from: (name: string, place: string) => `${name} in ${place}`,
  privately: (name: string) => `${name}, privately`,
  newMessage: 'New message',
  announced: (name: string, text: string) => `${name}: ${text}`,
  titleUnread: (count: number, title: string) => `(${count}) ${title}`,
  settings: 'Settings',
  organization: 'Organization',
  streams: 'Streams',
}

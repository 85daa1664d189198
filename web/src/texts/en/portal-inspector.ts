export const inspector = {
  intro:
    'What happens in the company, as it happens. Programs get the same events by WebSocket and webhooks.',
  connection: 'Connection',
  filter: 'Filter by name',
  filterPlaceholder: 'texting.message',
  pause: 'Pause',
  resume: 'Continue',
  pausedNews: (count: number): string =>
    count === 1 ? '1 event came since you paused.' : `${count} events came since you paused.`,
  paused: 'Paused. Events that come now are shown when you continue.',
  clear: 'Clear',
  copyAll: 'Copy all',
  copyEvent: (name: string) => `Copy ${name}`,
  copied: (name: string) => `${name} was copied`,
  events: 'Events',
  shown: (count: number, most: number) =>
    `${count === 1 ? '1 event' : `${count} events`} shown. The newest ${most} are kept.`,
  none: 'Waiting for events',
  noneHint: 'Send a text or a fax, change your status, or let a phone register: it appears here at once.',
  noneMatch: 'No event matches',
  noneMatchHint: (filter: string) => `None of the events so far has “${filter}” in its name.`,
  eventId: (id: number) => `Event ${id}`,
  ofConnection: 'About the connection',
  howTo: 'Connect your own program',
  howToIntro:
    'The same events come to every program that connects with socket.io and authenticates with an API key. Whoever names the last event it has seen gets what it missed.',
  install: 'Install the client',
  program: 'The program',
  yourKey: 'your API key',
}

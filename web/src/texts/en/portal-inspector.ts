import { plural } from './plural.ts'
export const inspector = {
  intro: 'All events in your company, live. Your own programs can receive them over WebSocket or webhooks.',
  connection: 'Connection',
  filter: 'Filter by name',
  filterPlaceholder: 'texting.message',
  pause: 'Pause',
  resume: 'Resume',
  pausedNews: (count: number): string =>
    plural(count, { one: '1 new event since you paused.', other: `${count} new events since you paused.` }),
  paused: 'Paused. New events appear when you resume.',
  clear: 'Clear',
  copyAll: 'Copy all',
  copyEvent: (name: string) => `Copy ${name}`,
  copied: (name: string) => `${name} copied`,
  events: 'Events',
  shown: (count: number, most: number) =>
    `${plural(count, { one: '1 event', other: `${count} events` })} shown. The newest ${most} are kept.`,
  none: 'Waiting for events',
  noneHint: 'Send a text or a fax, change your status or register a phone, and the event appears here.',
  noneMatch: 'No matching events',
  noneMatchHint: (filter: string) => `No event so far has “${filter}” in its name.`,
  eventId: (id: number) => `Event ${id}`,
  ofConnection: 'Connection event',
  howTo: 'Connect your own program',
  howToIntro:
    'Every program that connects with socket.io and authenticates with an API key receives the same events. A program that sends the id of its last event receives the ones it missed.',
  install: 'Install the client',
  program: 'Example program',
  yourKey: 'your API key',
}

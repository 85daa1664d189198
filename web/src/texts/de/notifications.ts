import type { Texts } from '../texts.ts'

export const notifications: Texts['notifications'] = {
  offer: 'Lassen Sie sich über private Nachrichten und Erwähnungen benachrichtigen.',
  turnOn: 'Benachrichtigungen einschalten',
  notNow: 'Jetzt nicht',
  on: 'Benachrichtigungen sind eingeschaltet',
  refused:
    'Der Browser lässt hier keine Benachrichtigungen zu. Sie können das in seinen Einstellungen für diese Seite ändern.',
  from: (name, place) => `${name} in ${place}`,
  privately: (name) => `${name}, privat`,
  newMessage: 'Neue Nachricht',
  announced: (name, text) => `${name}: ${text}`,
  titleUnread: (count, title) => `(${count}) ${title}`,
  settings: 'Einstellungen',
  organization: 'Organisation',
  streams: 'Streams',
}

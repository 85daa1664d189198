import type { Texts } from '../texts.ts'

export const notifications: Texts['notifications'] = {
  offer: 'Bei Direktnachrichten und Erwähnungen benachrichtigt werden?',
  turnOn: 'Benachrichtigungen einschalten',
  notNow: 'Jetzt nicht',
  on: 'Benachrichtigungen eingeschaltet',
  refused:
    'Ihr Browser blockiert Benachrichtigungen für diese Seite. Sie können das in den Browsereinstellungen ändern.',
  from: (name, place) => `${name} in ${place}`,
  privately: (name) => `${name}, privat`,
  newMessage: 'Neue Nachricht',
  announced: (name, text) => `${name}: ${text}`,
  settings: 'Einstellungen',
  organization: 'Organisation',
  streams: 'Streams',
}

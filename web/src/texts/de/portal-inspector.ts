import type { PortalTexts } from '../portal-texts.ts'
import { plural } from './plural.ts'

export const inspector: PortalTexts['inspector'] = {
  intro:
    'Was in der Firma geschieht, sobald es geschieht. Programme bekommen dieselben Ereignisse per WebSocket und Webhook.',
  connection: 'Verbindung',
  filter: 'Nach Namen filtern',
  filterPlaceholder: 'texting.message',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  pausedNews: (count) =>
    plural(count, {
      one: '1 Ereignis kam, seit Sie angehalten haben.',
      other: `${count} Ereignisse kamen, seit Sie angehalten haben.`,
    }),
  paused: 'Angehalten. Was jetzt kommt, wird gezeigt, wenn Sie fortsetzen.',
  clear: 'Leeren',
  copyAll: 'Alle kopieren',
  copyEvent: (name) => `${name} kopieren`,
  copied: (name) => `${name} wurde kopiert`,
  events: 'Ereignisse',
  shown: (count, most) =>
    `${plural(count, { one: '1 Ereignis', other: `${count} Ereignisse` })} gezeigt. Die neuesten ${most} werden behalten.`,
  none: 'Warten auf Ereignisse',
  noneHint:
    'Senden Sie eine Kurznachricht oder ein Fax, ändern Sie Ihren Status, oder melden Sie ein Telefon an: Es erscheint hier sofort.',
  noneMatch: 'Kein Ereignis passt',
  noneMatchHint: (filter) => `Keines der bisherigen Ereignisse hat „${filter}“ im Namen.`,
  eventId: (id) => `Ereignis ${id}`,
  ofConnection: 'Zur Verbindung',
  howTo: 'Ihr eigenes Programm verbinden',
  howToIntro:
    'Dieselben Ereignisse bekommt jedes Programm, das sich mit socket.io verbindet und mit einem API-Schlüssel anmeldet. Wer das letzte Ereignis nennt, das es gesehen hat, bekommt, was es verpasst hat.',
  install: 'Den Client installieren',
  program: 'Das Programm',
  yourKey: 'Ihr API-Schlüssel',
}

import type { PortalTexts } from '../portal-texts.ts'
import { plural } from './plural.ts'

export const inspector: PortalTexts['inspector'] = {
  intro: 'Alle Ereignisse Ihrer Firma in Echtzeit. Programme empfangen sie per WebSocket oder Webhook.',
  connection: 'Verbindung',
  filter: 'Nach Name filtern',
  filterPlaceholder: 'texting.message',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  pausedNews: (count) =>
    plural(count, {
      one: '1 neues Ereignis seit dem Anhalten.',
      other: `${count} neue Ereignisse seit dem Anhalten.`,
    }),
  paused: 'Angehalten. Neue Ereignisse erscheinen, wenn Sie fortsetzen.',
  clear: 'Leeren',
  copyAll: 'Alle kopieren',
  copyEvent: (name) => `${name} kopieren`,
  copied: (name) => `${name} kopiert`,
  events: 'Ereignisse',
  shown: (count, most) =>
    `${plural(count, { one: '1 Ereignis', other: `${count} Ereignisse` })} angezeigt. Es werden die neuesten ${most} behalten.`,
  none: 'Warten auf Ereignisse …',
  noneHint:
    'Senden Sie eine SMS oder ein Fax, ändern Sie Ihren Status, oder melden Sie ein Telefon an. Das Ereignis erscheint sofort hier.',
  noneMatch: 'Keine Treffer',
  noneMatchHint: (filter) => `Kein Ereignis enthält „${filter}“ im Namen.`,
  eventId: (id) => `Ereignis ${id}`,
  ofConnection: 'Verbindungsereignis',
  howTo: 'Eigenes Programm verbinden',
  howToIntro:
    'Jedes Programm, das sich mit socket.io verbindet und mit einem API-Schlüssel anmeldet, empfängt dieselben Ereignisse. Gibt es die ID des letzten empfangenen Ereignisses an, bekommt es auch die verpassten.',
  install: 'Client installieren',
  program: 'Beispielprogramm',
  yourKey: 'Ihr API-Schlüssel',
}

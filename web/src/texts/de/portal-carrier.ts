import type { PortalTexts } from '../portal-texts.ts'
import { plural } from './plural.ts'

export const carrier: PortalTexts['carrier'] = {
  title: 'SMS-Anbieter',
  usual: 'Ihre SMS werden über den Anbieter dieses Servers versendet.',
  add: 'Eigenen Anbieter verwenden',
  edit: 'Anbieter ändern',
  remove: 'Anbieter entfernen',
  removeTitle: 'Wieder den Anbieter des Servers verwenden?',
  removeHint:
    'Die Verbindung endet, und SMS werden über den Anbieter dieses Servers versendet. Das Passwort wird gelöscht.',
  states: { connecting: 'Verbindet', connected: 'Verbunden', disconnected: 'Nicht verbunden' },
  account: (account, place) => `${account} bei ${place}`,
  allNumbers: 'für alle Nummern',
  someNumbers: (count) => plural(count, { one: 'für 1 Nummer', other: `für ${count} Nummern` }),
  broken: (reason) => `SMS warten, bis die Verbindung wieder da ist. ${reason}`,
  hint: 'Der SMPP-Zugang Ihres Anbieters. SMS Ihrer Firma werden sofort darüber versendet.',
  host: 'Host',
  port: 'Port',
  systemId: 'System-ID',
  password: 'Passwort',
  passwordHint: 'Wird verschlüsselt gespeichert und nie angezeigt.',
  passwordStays: 'Leer lassen, um das Passwort zu behalten.',
  tls: 'Verbindung verschlüsseln (TLS)',
  forNumber: (number) => `Für ${number} verwenden`,
}

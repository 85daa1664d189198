import type { PortalTexts } from '../portal-texts.ts'
import { plural } from './plural.ts'
import { codes } from './portal-codes.ts'
import { company } from './portal-company.ts'
import { devices } from './portal-devices.ts'
import { extensions } from './portal-extensions.ts'
import { faxes } from './portal-faxes.ts'
import { imports } from './portal-imports.ts'
import { locations } from './portal-locations.ts'
import { overview } from './portal-overview.ts'
import { queues } from './portal-queues.ts'
import { reports } from './portal-reports.ts'
import { routing } from './portal-routing.ts'
import { shell } from './portal-shell.ts'
import { texting } from './portal-texting.ts'
import { trunks } from './portal-trunks.ts'
import { users } from './portal-users.ts'
import { webhooks } from './portal-webhooks.ts'

const keys: PortalTexts['keys'] = {
  title: 'API-Schlüssel',
  intro:
    'Mit einem API-Schlüssel greifen Programme und dieses Portal auf Ihre Organisation zu. Verwenden Sie für jedes Programm einen eigenen.',
  create: 'API-Schlüssel anlegen',
  none: 'Noch keine API-Schlüssel',
  name: 'Name',
  nameHint: 'Zum Beispiel das Programm, das ihn verwendet.',
  key: 'Schlüssel',
  scopes: 'Rechte',
  scope: { read: 'Lesen', write: 'Ändern', admin: 'Verwalten' },
  scopeHint: {
    read: 'Alles ansehen.',
    write: 'Personen, Nebenstellen, SMS und Faxe ändern.',
    admin: 'API-Schlüssel, Webhooks und das Audit-Log verwalten.',
  },
  lastUse: 'Zuletzt verwendet',
  end: 'Gültig bis',
  endOn: 'Gültig bis',
  endHint: 'Der letzte Tag der Gültigkeit. Wenn leer, gilt der Schlüssel unbegrenzt.',
  expired: 'Abgelaufen',
  replaced: 'Ersetzt',
  createdAt: 'Angelegt',
  own: 'Aktueller Schlüssel',
  actionsFor: (name, ending) => `Aktionen für ${name} …${ending}`,
  editTitle: (name) => `${name} bearbeiten`,
  rotate: 'Erneuern',
  rotateTitle: (name) => `${name} erneuern`,
  rotateText:
    'Sie bekommen einen neuen Schlüssel mit denselben Rechten. Der alte bleibt noch eine Zeit lang gültig, damit Sie umstellen können.',
  overlap: 'Alter Schlüssel läuft ab',
  overlaps: {
    0: 'Sofort',
    3600: 'In einer Stunde',
    86400: 'In einem Tag',
    604800: 'In 7 Tagen',
    2592000: 'In 30 Tagen',
  },
  freshTitle: (name) => `Schlüssel für ${name}`,
  freshText:
    'Kopieren Sie den Schlüssel jetzt, und bewahren Sie ihn sicher auf. Er wird nur einmal angezeigt.',
  freshAsk: 'Haben Sie den Schlüssel gespeichert? Klicken Sie noch einmal auf „Schließen“, um fortzufahren.',
  copyKey: 'Schlüssel kopieren',
  stored: 'Schlüssel gespeichert',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Der Schlüssel wird sofort ungültig. Das lässt sich nicht rückgängig machen.',
  deleteOwn:
    'Mit diesem Schlüssel sind Sie vermutlich gerade angemeldet. Danach müssen Sie sich mit einem anderen anmelden.',
  deleted: (name) => `${name} wurde gelöscht`,
}

const calls: PortalTexts['calls'] = {
  intro: 'Wer wen wann angerufen hat, und mit welchem Ergebnis.',
  filters: 'Filter',
  number: 'Nummer',
  since: 'Ab',
  until: 'Bis',
  everyResult: 'Alle Ergebnisse',
  direction: 'Richtung',
  everyDirection: 'Alle Richtungen',
  directions: { internal: 'Intern', inbound: 'Von außen', outbound: 'Nach außen' },
  mine: 'Nur meine',
  clear: 'Filter zurücksetzen',
  from: 'Anrufer',
  to: 'Angerufen',
  time: 'Zeit',
  duration: 'Dauer',
  result: 'Ergebnis',
  recording: 'Aufnahme',
  encryption: 'Verschlüsselung',
  encryptions: { srtp: 'Verschlüsselt', none: 'Nicht verschlüsselt' },
  encryptedFor: (name) => `Nur bei ${name} verschlüsselt`,
  states: { recording: 'Aufnahme läuft', paused: 'Aufnahme unterbrochen', ended: 'Aufnahme beendet' },
  pause: (caller) => `Aufnahme des Anrufs von ${caller} unterbrechen`,
  resume: (caller) => `Anruf von ${caller} weiter aufnehmen`,
  park: (caller) => `Anruf von ${caller} parken`,
  play: (caller) => `Aufnahme des Anrufs von ${caller} abspielen`,
  player: (caller) => `Aufnahme des Anrufs von ${caller}`,
  remove: (caller) => `Aufnahme des Anrufs von ${caller} löschen`,
  removeTitle: 'Diese Aufnahme löschen?',
  removeText: (caller) =>
    `Die Aufnahme des Anrufs von ${caller} wird für alle gelöscht. Der Anruf bleibt in der Liste. Das lässt sich nicht rückgängig machen.`,
  block: (number) => `${number} blockieren`,
  blockTitle: (number) => `${number} blockieren?`,
  blockText:
    'Bei Anrufen von dieser Nummer klingeln Ihre Telefone nicht mehr: Der Anrufer hört, dass besetzt ist.',
  blockConfirm: 'Diese Nummer blockieren',
  blocked: (number) => `${number} ist blockiert`,
  forwarded: (name) => `weitergeleitet an ${name}`,
  none: 'Noch keine Anrufe',
  noneHint:
    'Rufen Sie im Browser an, oder melden Sie ein Telefon mit einer Nebenstelle an. Hier erscheinen dann die Anrufe.',
  nothingFound: 'Keine Anrufe gefunden',
  nothingFoundHint: 'Kein Anruf passt zu den Filtern.',
  results: {
    in_progress: 'Läuft',
    answered: 'Angenommen',
    no_answer: 'Nicht angenommen',
    voicemail: 'Sprachnachricht',
    callback: 'Um Rückruf gebeten',
    busy: 'Besetzt',
    unavailable: 'Nicht erreichbar',
    cancelled: 'Abgebrochen',
    unknown_number: 'Unbekannte Nummer',
    rejected: 'Vom Anbieter abgelehnt',
    over_limit: 'Zu viele Anrufe',
    not_permitted: 'Nicht erlaubt',
    blocked_number: 'Blockierte Nummer',
    blocked_anonymous: 'Nummer unterdrückt',
    failed: 'Fehlgeschlagen',
  },
}

const blocked: PortalTexts['blocked'] = {
  title: 'Blockierte Anrufer',
  intro: 'Anrufe von diesen Nummern erreichen Sie nicht. Kollegen können immer anrufen.',
  add: 'Nummer blockieren',
  edit: (number) => `${number} bearbeiten`,
  remove: (number) => `${number} freigeben`,
  removeTitle: (number) => `${number} freigeben?`,
  removeText: 'Anrufe von dieser Nummer klingeln wieder.',
  removeConfirm: 'Freigeben',
  number: 'Nummer',
  numberHint: 'Zum Beispiel +1 202 555 0199. Für einen Anfang zum Beispiel +252.',
  isPrefix: 'Alle Nummern blockieren, die so beginnen',
  prefix: (number) => `${number}…`,
  action: 'Was geschieht',
  actions: {
    busy: 'Der Anrufer hört, dass besetzt ist',
    reject: 'Der Anruf wird abgewiesen',
    voicemail: 'Der Anrufer kann eine Nachricht hinterlassen',
  },
  note: 'Notiz',
  forWhom: 'Für wen',
  me: 'Nur für mich',
  company: 'Für die ganze Organisation',
  everybody: 'Für alle',
  forCompany: 'Für die ganze Organisation',
  another: 'Für eine andere Person',
  search: 'Nach Nummer suchen',
  none: 'Keine blockierten Nummern',
  noneHint: 'Blockieren Sie eine Nummer hier oder in der Liste der Anrufe.',
  nothingFound: 'Keine Nummern gefunden',
  screening: 'Anrufer von außen',
  companyScreening: 'Anrufer von außen, für die ganze Organisation',
  rejectAnonymous: 'Anrufer ohne Nummer abweisen',
  screenUnknown: 'Unbekannte Anrufer mit 1 annehmen',
  screenUnknownHint:
    'Ist ein Anrufer weder Kontakt noch Kollege und hat ihn noch niemand angerufen, spielt Ihr Telefon Töne, wenn Sie abnehmen. Mit der 1 nehmen Sie den Anruf an.',
}

const dial: PortalTexts['dial'] = {
  intro: 'Rufen Sie eine Nummer an, oder eine Ihrer letzten.',
  noBrowserPhone: 'Dieser Browser ist kein Telefon. Die Nummer wird dem Telefon dieses Geräts übergeben.',
  recent: 'Letzte Nummern',
  noRecent: 'Noch keine Anrufe. Hier erscheinen die Nummern Ihrer Anrufe.',
  who: 'Wer',
  lastCall: 'Letzter Anruf',
}

const search: PortalTexts['search'] = {
  placeholder: 'Name oder Nummer',
  person: 'Name oder E-Mail-Adresse',
  searching: 'Suche läuft …',
  results: 'Ergebnisse',
  useNumber: 'Diese Nummer nehmen',
  nothing: 'Nichts gefunden',
  found: (count) => plural(count, { one: '1 Ergebnis', other: `${count} Ergebnisse` }),
  more: 'Schreiben Sie mehr, um andere zu finden.',
  failed: 'Die Suche ist fehlgeschlagen.',
}

const numbers: PortalTexts['numbers'] = {
  kinds: {
    extension: 'Nebenstelle',
    ring_group: 'Rufgruppe',
    business_hours: 'Öffnungszeiten',
    menu: 'Menü',
    queue: 'Warteschlange',
    conference: 'Konferenzraum',
    name_directory: 'Namensverzeichnis',
  },
  contact: 'Kontakt',
  addNumber: 'Nummer hinzufügen',
  addMember: 'Mitglied hinzufügen',
  addPerson: 'Person hinzufügen',
  removeMember: (name) => `${name} entfernen`,
  raise: (name) => `${name} nach oben`,
  diagram: 'Wohin ein Anruf geht',
  outside: 'Wohin Anrufe von außen gehen',
  ends: 'Der Anruf endet',
  again: (name) => `Zurück zu ${name}`,
  unanswered: 'Wenn niemand abnimmt',
  busy: 'Wenn besetzt ist',
  unavailable: 'Wenn kein Telefon angemeldet ist',
  always: 'Alle Anrufe werden umgeleitet',
  followMe: (names) => `Follow-me: ${names}`,
  voicemailOf: (name) => `Mailbox von ${name}`,
  nobody: 'noch niemand',
  key: (digit) => `Taste ${digit}`,
}

const inspector: PortalTexts['inspector'] = {
  intro:
    'Alle Ereignisse Ihrer Organisation in Echtzeit. Programme empfangen sie per WebSocket oder Webhook.',
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

const carrier: PortalTexts['carrier'] = {
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
  hint: 'Der SMPP-Zugang Ihres Anbieters. SMS Ihrer Organisation werden sofort darüber versendet.',
  host: 'Host',
  port: 'Port',
  systemId: 'System-ID',
  password: 'Passwort',
  passwordHint: 'Wird verschlüsselt gespeichert und nie angezeigt.',
  passwordStays: 'Leer lassen, um das Passwort zu behalten.',
  tls: 'Verbindung verschlüsseln (TLS)',
  forNumber: (number) => `Für ${number} verwenden`,
}

const voicemail: PortalTexts['voicemail'] = {
  intro: 'Nachrichten von Anrufern, die Sie nicht erreicht haben.',
  ownerIntro:
    'Nachrichten von Anrufern, die Sie nicht erreicht haben. Wenn Sie die Mailbox einer anderen Person öffnen, steht das im Audit-Log.',
  mailbox: 'Mailbox',
  own: 'Meine Mailbox',
  everyone: 'Alle Mailboxen',
  newOnly: 'Nur neue Nachrichten',
  from: 'Anrufer',
  to: 'Nebenstelle',
  time: 'Zeit',
  message: 'Nachricht',
  unknown: 'Unbekannte Nummer',
  play: (caller) => `Nachricht von ${caller} abspielen`,
  player: (caller) => `Nachricht von ${caller}`,
  markHeard: 'Als gehört markieren',
  markNew: 'Als neu markieren',
  remove: 'Nachricht löschen',
  removeTitle: 'Diese Nachricht löschen?',
  removeText: (caller) =>
    `Die Nachricht von ${caller} wird gelöscht. Das kann nicht rückgängig gemacht werden.`,
  none: 'Noch keine Nachrichten',
  noneHint:
    'Schalten Sie die Mailbox in den Einstellungen einer Nebenstelle ein. Nachrichten von Anrufern erscheinen dann hier.',
  noneThere: 'Dort hat niemand eine Nachricht hinterlassen.',
  noneNew: 'Keine neuen Nachrichten',
  noneNewHint: 'Sie haben alle gehört.',
}

export const portalGerman: PortalTexts = {
  shell,
  overview,
  company,
  users,
  locations,
  extensions,
  devices,
  trunks,
  calls,
  blocked,
  dial,
  search,
  numbers,
  routing,
  queues,
  codes,
  reports,
  voicemail,
  carrier,
  imports,
  texting,
  faxes,
  keys,
  webhooks,
  inspector,
}

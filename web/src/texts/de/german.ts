import type { Texts } from '../texts.ts'
import { bots } from './bots.ts'
import { compose } from './compose.ts'
import { integrations } from './integrations.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { plural } from './plural.ts'
import { resource } from './resource.ts'
import { settings } from './settings.ts'
import { shortcuts } from './shortcuts.ts'
import { sidebar } from './sidebar.ts'
import { status } from './status.ts'
import { streams } from './streams.ts'
import { topics } from './topics.ts'
import { ui } from './ui.ts'

const softphone: Texts['softphone'] = {
  open: 'Anrufen',
  number: 'Nummer',
  call: 'Anrufen',
  keypad: 'Tastatur',
  keys: { '*': 'Stern', '#': 'Raute' },
}

const search: Texts['search'] = {
  label: 'Nachrichten suchen',
  placeholder: 'Suchen',
  clear: 'Suche löschen',
  suggestions: 'Vorschläge',
  count: (count) => plural(count, { one: '1 Vorschlag', other: `${count} Vorschläge` }),
  words: (words) => `Nach ${words} suchen`,
  here: (words) => `In dieser Unterhaltung nach ${words} suchen`,
  not: (what) => `Nicht: ${what}`,
  operators: {
    stream: 'Nachrichten in einem Stream',
    topic: 'Nachrichten zu einem Thema',
    sender: 'Nachrichten einer Person',
    dm: 'Direktnachrichten mit einer Person',
    is: 'Nachrichten nach Status, zum Beispiel ungelesen',
    has: 'Nachrichten nach Inhalt, zum Beispiel Links',
    before: 'Nachrichten vor einem Datum',
    after: 'Nachrichten ab einem Datum',
    near: 'Nachrichten rund um eine Nachrichten-ID',
  },
  states: {
    'is:unread': 'Ungelesene Nachrichten',
    'is:starred': 'Markierte Nachrichten',
    'is:mentioned': 'Nachrichten mit Erwähnungen',
    'is:dm': 'Direktnachrichten',
    'has:link': 'Nachrichten mit Links',
    'has:image': 'Nachrichten mit Bildern',
    'has:attachment': 'Nachrichten mit Anhängen',
  },
  sentBefore: (day) => `Vor dem ${day}`,
  sentAfter: (day) => `Ab dem ${day}`,
  whichOne: 'Was meinten Sie?',
  inStream: (name) => `In #${name}`,
  inTopic: (topic) => `Im Thema ${topic}`,
  sentBy: (name) => `Von ${name}`,
  withPerson: (name) => `Direktnachrichten mit ${name}`,
}

const actions: Texts['actions'] = {
  findEmoji: 'Emoji suchen',
  noEmoji: 'Kein Emoji gefunden.',
  react: 'Reagieren',
  reactions: 'Reaktionen',
  reactedBy: (names, emoji) => `${names}: ${emoji}`,
  reply: 'Antworten',
  star: 'Mit Stern markieren',
  unstar: 'Stern entfernen',
  toolbar: 'Aktionen zur Nachricht',
  more: 'Mehr',
  quote: 'Zitieren',
  said: 'schrieb',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  history: 'Bearbeitungsverlauf anzeigen',
  copyLink: 'Link zur Nachricht kopieren',
  linkCopied: 'Link kopiert.',
  markUnread: 'Ab hier als ungelesen markieren',
  receipts: 'Lesebestätigungen anzeigen',
  deleteTitle: 'Nachricht löschen?',
  deleteText: 'Sie wird für alle gelöscht. Das lässt sich nicht rückgängig machen.',
  historyTitle: 'Bearbeitungsverlauf',
  original: 'Ursprüngliche Fassung',
  editedBy: (name, time) => `${name}, ${time}`,
  movedFrom: (topic) => `Vorheriges Thema: ${topic}`,
  receiptsTitle: 'Gelesen von',
  receiptsNone: 'Noch niemand hat die Nachricht gelesen, oder Lesebestätigungen sind ausgeschaltet.',
  content: 'Nachricht',
  topic: 'Thema',
  alsoMove: 'In das neue Thema verschieben',
  moveOne: 'Nur diese Nachricht',
  moveLater: 'Diese und die späteren Nachrichten des Themas',
  moveAll: 'Alle Nachrichten des Themas',
  newestVersion: 'Die neueste Fassung',
  changedMeanwhile: 'Jemand anderes hat diese Nachricht geändert. Jetzt lautet sie:',
  takeNewest: 'Diese Fassung übernehmen',
  replaceNewest: 'Mit „Speichern“ ersetzen Sie sie durch Ihren Text.',
}

const people: Texts['people'] = {
  label: 'Personen und Themen',
  heading: 'Personen',
  filter: 'Personen filtern',
  bot: 'Bot',
  guest: 'Gast',
  you: 'Sie',
  left: 'Deaktiviert',
  unknown: 'Unbekannte Person',
  members: 'Personen in diesem Stream',
  memberCount: (count) => plural(count, { one: '1 Person', other: `${count} Personen` }),
  filterMembers: 'Personen filtern',
  online: 'Online',
  nobodyOnline: 'Sonst ist niemand online.',
  nobodyFound: 'Niemand gefunden.',
  noMembers: 'In diesem Stream ist niemand.',
  showAll: (count) => `Alle ${count} anzeigen`,
  showFewer: 'Weniger anzeigen',
  topics: 'Themen',
  addPeople: 'Personen hinzufügen',
  about: 'Über',
  conversation: 'In dieser Unterhaltung',
  phones: 'Telefon',
  extension: 'Nebenstelle',
  number: 'Nummer',
  call: 'Anrufen',
  text: 'SMS schreiben',
}

const emoji: Texts['emoji'] = {
  categories: 'Kategorien',
  skinTone: 'Hautfarbe',
  skinTones: ['Ohne Hautfarbe', 'Hell', 'Mittelhell', 'Mittel', 'Mitteldunkel', 'Dunkel'],
  sections: {
    found: 'Gefunden',
    recent: 'Zuletzt verwendet',
    own: 'Aus dieser Organisation',
    'Smileys & Emotion': 'Smileys und Gefühle',
    'People & Body': 'Menschen und Körper',
    'Animals & Nature': 'Tiere und Natur',
    'Food & Drink': 'Essen und Trinken',
    'Travel & Places': 'Reisen und Orte',
    Activities: 'Aktivitäten',
    Objects: 'Gegenstände',
    Symbols: 'Symbole',
    Flags: 'Flaggen',
  },
}

const signIn: Texts['signIn'] = {
  intro: 'Melden Sie sich an, um mit Ihrem Team zu chatten.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: 'Anmelden',
  continueWith: (provider) => `Weiter mit ${provider}`,
  orPassword: 'oder mit Passwort',
  code: 'Code',
  codeHint: 'Aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  codeIntro: 'Ihr Konto ist durch Zwei-Faktor-Authentisierung geschützt.',
  newPassword: 'Neues Passwort',
  newPasswordHint: 'Mindestens 8 Zeichen.',
  newPasswordIntro:
    'Willkommen! Das Passwort, das Sie bekommen haben, ist leicht zu erraten. Wählen Sie ein eigenes.',
  forgotten: 'Passwort vergessen?',
  sendReset: 'Link zum Zurücksetzen senden',
  resetSent: 'Falls dieses Konto existiert, haben wir einen Link zum Zurücksetzen des Passworts gesendet.',
  noReset: (organization) =>
    `Dieser Server sendet keine E-Mails. Bitten Sie einen Administrator von ${organization} um einen Link, mit dem Sie ein neues Passwort wählen.`,
  roles: { administrator: 'Administrator', member: 'Mitglied', guest: 'Gast' },
  demoPeople: 'Personen auf diesem Entwicklungsserver',
  toPortal: 'Zum Self-Service-Portal für Telefone, SMS und Faxe',
}

const shell: Texts['shell'] = {
  label: 'Chat und Telefonie',
  skip: 'Zum Inhalt springen',
  chat: 'Chat',
  phones: 'Telefonie',
  organization: 'Organisation',
  unread: 'ungelesen',
  account: (name) => `Konto von ${name}`,
  settings: 'Einstellungen',
  lightTheme: 'Helles Design',
  darkTheme: 'Dunkles Design',
  actAs: 'Als andere Person handeln',
}

const switcher: Texts['switcher'] = {
  title: 'Gehe zu …',
  open: 'Zu einer Unterhaltung oder Seite wechseln',
  field: 'Zu Unterhaltung, Person oder Seite wechseln',
  places: 'Orte',
  notSubscribed: 'nicht abonniert',
  nothingFound: 'Nichts mit diesem Namen. Enter sucht stattdessen in Nachrichten.',
  noPlace: 'Nichts mit diesem Namen.',
  found: (count) => plural(count, { one: '1 Ort', other: `${count} Orte` }),
  hint: '↑ ↓ wählt aus, Enter öffnet, Esc schließt',
}

const welcome: Texts['welcome'] = {
  title: (organization) => `Willkommen bei ${organization}`,
  streams:
    'Unterhaltungen finden in Streams statt, und jeder Stream hat Themen. So folgen Sie dem, was Sie betrifft, und lassen den Rest aus.',
  toStreams: 'Streams finden',
  write:
    'Schreiben Sie unten in das Feld. Mit @ und einem Namen benachrichtigen Sie jemanden; eine Direktnachricht lesen nur Sie beide.',
  settings: 'Ihr Bild, Benachrichtigungen und Sprache finden Sie in Ihren Einstellungen.',
  toSettings: 'Einstellungen öffnen',
  dismiss: 'Verstanden',
}

const inbox: Texts['inbox'] = {
  title: 'Eingang',
  unread: 'Ungelesen',
  recent: 'Letzte Unterhaltungen',
  nothingUnread: 'Sie haben alles gelesen.',
  nothingRecent: 'Hier erscheinen Ihre Unterhaltungen.',
  noText: 'Eine Nachricht ohne Text',
  markAllRead: 'Alle Nachrichten als gelesen markieren',
  markRead: (place) => `${place} als gelesen markieren`,
  more: 'Ältere Unterhaltungen anzeigen',
  you: 'Sie',
}

const reminders: Texts['reminders'] = {
  title: 'Erinnerungen',
  none: 'Keine Erinnerungen',
  explained: 'Wählen Sie „Erinnern“ im Menü einer Nachricht, und Sie bekommen zur gewählten Zeit eine Notiz.',
  remindMe: 'Erinnern',
  add: 'Erinnerung setzen',
  added: (time) => `Sie werden am ${time} erinnert.`,
  message: 'Eine Nachricht',
  goThere: 'Zur Nachricht',
}

export const german: Texts = {
  resource,
  ui,
  shell,
  status,
  softphone,
  signIn,
  welcome,
  sidebar,
  inbox,
  reminders,
  switcher,
  people,
  topics,
  messages,
  actions,
  compose,
  emoji,
  search,
  shortcuts,
  streams,
  notifications,
  settings,
  bots,
  integrations,
}

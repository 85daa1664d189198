import type { Texts } from '../texts.ts'

export const welcome: Texts['welcome'] = {
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

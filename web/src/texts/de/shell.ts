import type { Texts } from '../texts.ts'

export const shell: Texts['shell'] = {
  label: 'Chat und Telefonie',
  skip: 'Zum Inhalt springen',
  chat: 'Chat',
  phones: 'Telefonie',
  organization: 'Team',
  unread: 'ungelesen',
  account: (name) => `Konto von ${name}`,
  status: 'Status setzen',
  settings: 'Einstellungen',
  lightTheme: 'Helles Design',
  darkTheme: 'Dunkles Design',
  actAs: 'Als anderer Benutzer handeln',
}

import type { Texts } from '../texts.ts'

export const signIn: Texts['signIn'] = {
  intro: 'Melden Sie sich an, um mit Ihrem Team zu sprechen.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: 'Anmelden',
  forgotten: 'Passwort vergessen?',
  sendReset: 'Link per E-Mail senden',
  resetSent: 'Wenn es dieses Konto gibt, ist ein Link für ein neues Passwort unterwegs dorthin.',
  demoPeople: 'Personen dieses Entwicklungsservers',
  toPortal: 'Zur Selbstverwaltung für Telefone, Textnachrichten und Faxe',
}

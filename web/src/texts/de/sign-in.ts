import type { Texts } from '../texts.ts'

export const signIn: Texts['signIn'] = {
  intro: 'Melden Sie sich an, um mit Ihrem Team zu chatten.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: 'Anmelden',
  continueWith: (provider) => `Weiter mit ${provider}`,
  orPassword: 'oder mit Passwort',
  code: 'Code',
  codeHint: 'Aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  codeIntro: 'Ihr Konto ist durch Zwei-Faktor-Authentisierung geschützt.',
  forgotten: 'Passwort vergessen?',
  sendReset: 'Link zum Zurücksetzen senden',
  resetSent: 'Falls dieses Konto existiert, haben wir einen Link zum Zurücksetzen des Passworts gesendet.',
  demoPeople: 'Personen auf diesem Entwicklungsserver',
  toPortal: 'Zum Self-Service-Portal für Telefone, SMS und Faxe',
}

import type { OrganizationTexts } from '../organization-texts.ts'
import { plural } from './plural.ts'

export const organizationInvitations: OrganizationTexts['invitations'] = {
  title: 'Einladungen',
  intro: 'Laden Sie Personen einzeln oder mit einem Link für viele ein.',
  devMails: 'Gesendete E-Mails (Entwicklung)',
  onlyAdmins: 'In dieser Organisation können nur Administratoren einladen.',
  byMail: 'Personen einladen',
  byLink: 'Per Link einladen',
  emails: 'E-Mail-Adressen',
  emailsHint: 'Durch Kommas oder Zeilenumbrüche getrennt, höchstens 100 auf einmal.',
  role: 'Beitritt als',
  expires: 'Gültigkeit',
  days: (count) => plural(count, { one: '1 Tag', other: `${count} Tage` }),
  forEver: 'Unbegrenzt',
  defaults: 'Auch zu den Standard-Streams hinzufügen',
  defaultsHint: 'Die Streams, die alle neuen Personen bekommen.',
  notify: 'Mich benachrichtigen, wenn jemand beitritt',
  streams: 'Streams',
  send: 'Einladungen senden',
  sent: 'Einladungen gesendet',
  invite: 'Einladungen erstellen',
  noMail:
    'Dieser Server hat keinen Mailserver und sendet keine E-Mails. Sie bekommen für jede Person einen Link und geben ihn weiter.',
  ready: 'Einladungen erstellt',
  readyText:
    'Jeder Link funktioniert einmal und nur für diese Person. Sie finden die Links in der Liste der offenen Einladungen wieder.',
  linkHint: 'Alle mit diesem Link können beitreten, bis er abläuft oder Sie ihn widerrufen.',
  newLink: 'Neuer Link',
  createLink: 'Link erstellen',
  linkReady: 'Einladungslink:',
  link: 'Einladungslink',
  linkOf: (id) => `Link Nr. ${id}`,
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  pending: 'Offene Einladungen',
  ownPending: 'Ihre offenen Einladungen',
  invitee: 'Eingeladen',
  invitedBy: 'Eingeladen von',
  invitedAs: 'Rolle',
  sentAt: 'Eingeladen am',
  validUntil: 'Gültig bis',
  resend: 'Erneut senden',
  sentAgain: (name) => `Einladung erneut an ${name} gesendet`,
  revoke: 'Widerrufen',
  revokeTitle: 'Einladung widerrufen?',
  revokeHint: (email) =>
    email
      ? `Der Link für ${email} funktioniert dann nicht mehr.`
      : 'Mit diesem Link kann dann niemand mehr beitreten.',
  none: 'Keine offenen Einladungen',
  noneHint: 'Hier erscheinen Einladungen, die noch nicht angenommen wurden.',
}

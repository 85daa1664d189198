import type { PortalTexts } from '../portal-texts.ts'
import { plural } from './plural.ts'

export const overview: PortalTexts['overview'] = {
  greeting: (name) => `Hallo ${name}`,
  intro: 'Was bei Telefonen, SMS und Faxen Ihrer Organisation zu tun ist.',
  title: 'Zu erledigen',
  nothing: 'Alles erledigt',
  nothingHint: 'Es gibt nichts zu tun. Neue SMS, Faxe und Probleme erscheinen sofort hier.',
  more: (count) => `und ${count} weitere`,
  noSip: 'Kein SIP-Server ist verbunden: Telefone können sich nicht anmelden und nicht anrufen',
  noSipHint:
    'SMS, Faxe und Einstellungen funktionieren. Für Anrufe installiert der Betreiber des Servers Asterisk und setzt ASTERISK_URL (siehe „Telephony“ in der Dokumentation).',
  attention: {
    noExtensions: 'Noch keine Nebenstellen: Legen Sie für jedes Telefon eine an',
    noOwnExtension: 'Sie haben keine Nebenstelle: Niemand kann Sie anrufen',
    assignOwnExtension: 'Weisen Sie sich eine Nebenstelle zu.',
    askForExtension: 'Bitten Sie die Administration um eine Nebenstelle.',
    ownPhones: (count) =>
      plural(count, {
        one: 'Ihr Telefon ist nicht angemeldet',
        other: `${count} Ihrer Telefone sind nicht angemeldet`,
      }),
    unreachable: (count) =>
      plural(count, {
        one: '1 Telefonanlage ist nicht erreichbar',
        other: `${count} Telefonanlagen sind nicht erreichbar`,
      }),
    emergency: (count) =>
      plural(count, {
        one: 'Notrufe: 1 Angabe fehlt',
        other: `Notrufe: ${count} Angaben fehlen`,
      }),
    missedCalls: (count) => plural(count, { one: '1 verpasster Anruf', other: `${count} verpasste Anrufe` }),
    newVoicemail: (count) =>
      plural(count, { one: '1 neue Sprachnachricht', other: `${count} neue Sprachnachrichten` }),
    failedTexts: (count) =>
      plural(count, { one: '1 SMS wurde nicht zugestellt', other: `${count} SMS wurden nicht zugestellt` }),
    failedFaxes: (count) =>
      plural(count, { one: '1 Fax ist fehlgeschlagen', other: `${count} Faxe sind fehlgeschlagen` }),
    unreadTexts: (count) =>
      plural(count, {
        one: '1 Unterhaltung mit neuen SMS',
        other: `${count} Unterhaltungen mit neuen SMS`,
      }),
    unreadFaxes: (count) => plural(count, { one: '1 neues Fax', other: `${count} neue Faxe` }),
    expired: (count) =>
      plural(count, { one: '1 Einladung ist abgelaufen', other: `${count} Einladungen sind abgelaufen` }),
    unassigned: (count) =>
      plural(count, { one: '1 Nebenstelle ohne Person', other: `${count} Nebenstellen ohne Person` }),
    unregistered: (count) =>
      plural(count, {
        one: '1 Nebenstelle ohne angemeldetes Telefon',
        other: `${count} Nebenstellen ohne angemeldetes Telefon`,
      }),
    pending: (count) =>
      plural(count, {
        one: '1 Einladung wurde noch nicht angenommen',
        other: `${count} Einladungen wurden noch nicht angenommen`,
      }),
  },
  you: 'Sie',
  profile: 'Profil',
  extensions: (count) => plural(count, { one: 'Ihre Nebenstelle', other: 'Ihre Nebenstellen' }),
  numbers: (count) => plural(count, { one: 'Ihre SMS-Nummer', other: 'Ihre SMS-Nummern' }),
  fax: 'Fax der Organisation',
  none: 'Keine',
}

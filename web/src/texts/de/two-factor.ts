import type { Texts } from '../texts.ts'
import { plural } from './plural.ts'

export const twoFactor: Texts['settings']['twoFactor'] = {
  title: 'Zwei-Faktor-Authentisierung',
  intro:
    'Zum Anmelden brauchen Sie außer dem Passwort einen Code aus einer App auf Ihrem Telefon. Ein gestohlenes Passwort reicht dann nicht.',
  on: 'Ein',
  codesLeft: (count) =>
    plural(count, { one: 'noch 1 Wiederherstellungscode', other: `noch ${count} Wiederherstellungscodes` }),
  setUp: 'Einrichten',
  setUpTitle: 'Zwei-Faktor-Authentisierung einrichten',
  scan: 'Scannen Sie diesen Code mit einer Authenticator-App, zum Beispiel Aegis, FreeOTP, 1Password oder Google Authenticator.',
  qrLabel: 'QR-Code für die Authenticator-App',
  byHand: 'Oder tippen Sie diesen Schlüssel in die App:',
  secret: 'Schlüssel',
  confirm: 'Einschalten',
  code: 'Code aus der App',
  signsOut: 'Sie werden überall sonst abgemeldet. Programme mit Ihrem API-Schlüssel funktionieren weiter.',
  codesTitle: 'Ihre Wiederherstellungscodes',
  codesIntro:
    'Bewahren Sie sie sicher auf. Wenn Sie Ihr Telefon verlieren, kommen Sie mit jedem einmal hinein. Sie werden nicht noch einmal angezeigt.',
  codesDone: 'Ich habe sie gespeichert',
  newCodes: 'Neue Wiederherstellungscodes',
  newCodesText: 'Die alten gelten dann nicht mehr.',
  switchOff: 'Ausschalten',
  switchOffTitle: 'Zwei-Faktor-Authentisierung ausschalten?',
  switchedOff: 'Die Zwei-Faktor-Authentisierung ist aus',
  removeOf: 'Zwei-Faktor-Authentisierung entfernen',
  removeTitle: (name) => `Die Zwei-Faktor-Authentisierung von ${name} entfernen?`,
  removeText:
    'Nur wenn Gerät und Wiederherstellungscodes verloren sind. Vergewissern Sie sich, wer Sie darum bittet. Die Person erhält eine E-Mail.',
  removed: 'Zwei-Faktor-Authentisierung entfernt',
}

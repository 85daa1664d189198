import type { PortalTexts } from '../portal-texts.ts'
import { plural } from './plural.ts'

export const imports: PortalTexts['imports'] = {
  title: { contacts: 'Benutzer importieren', extensions: 'Nebenstellen importieren' },
  intro: {
    contacts:
      'Legen Sie viele Benutzer aus einer Tabelle an. Jeder Benutzer mit E-Mail-Adresse erhält eine Einladung. Es werden entweder alle Zeilen angelegt oder keine.',
    extensions:
      'Legen Sie viele Nebenstellen aus einer Tabelle an. Passwörter, die nicht in der Tabelle stehen, werden erzeugt. Es werden entweder alle Zeilen angelegt oder keine.',
  },
  choose: 'Datei auswählen',
  drop: 'oder hier ablegen',
  formats: 'CSV mit Kopfzeile oder eine JSON-Liste. Höchstens 10.000 Zeilen und 5 MB, in UTF-8.',
  template: 'Vorlage herunterladen',
  columns: 'Spalten der Vorlage',
  templateName: { contacts: 'benutzer-vorlage.csv', extensions: 'nebenstellen-vorlage.csv' },
  checking: (file) => `${file} wird geprüft…`,
  importing: (count) =>
    plural(count, { one: '1 Zeile wird angelegt…', other: `${count} Zeilen werden angelegt…` }),
  sending: 'Datei wird gesendet',
  working: 'Der Server arbeitet daran. Bitte lassen Sie dieses Fenster offen.',
  ready: {
    contacts: (count) =>
      plural(count, {
        one: '1 Benutzer kann angelegt werden.',
        other: `${count} Benutzer können angelegt werden.`,
      }),
    extensions: (count) =>
      plural(count, {
        one: '1 Nebenstelle kann angelegt werden.',
        other: `${count} Nebenstellen können angelegt werden.`,
      }),
  },
  faulty: (invalid, total) =>
    `${invalid} von ${total} Zeilen können nicht importiert werden. Korrigieren Sie die Datei und wählen Sie sie erneut; es wurde nichts angelegt.`,
  done: {
    contacts: (count) =>
      plural(count, { one: '1 Benutzer wurde angelegt.', other: `${count} Benutzer wurden angelegt.` }),
    extensions: (count) =>
      plural(count, {
        one: '1 Nebenstelle wurde angelegt.',
        other: `${count} Nebenstellen wurden angelegt.`,
      }),
  },
  refused: 'Die Datei kann nicht importiert werden. Es wurde nichts angelegt.',
  run: {
    contacts: (count) => `${count} Benutzer importieren`,
    extensions: (count) =>
      plural(count, { one: '1 Nebenstelle importieren', other: `${count} Nebenstellen importieren` }),
  },
  another: 'Andere Datei auswählen',
  rows: 'Zeilen der Datei',
  onlyFaulty: 'Nur Zeilen mit Fehlern',
  line: 'Zeile',
  entry: 'Eintrag',
  content: 'Inhalt',
  result: 'Ergebnis',
  wouldCreate: 'Kann angelegt werden',
  created: 'Angelegt',
}

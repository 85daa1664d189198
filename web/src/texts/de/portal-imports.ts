import type { PortalTexts } from '../portal-texts.ts'
import { plural } from './plural.ts'

export const imports: PortalTexts['imports'] = {
  title: { contacts: 'Personen importieren', extensions: 'Nebenstellen importieren' },
  intro: {
    contacts:
      'Legen Sie viele Personen aus einer Tabelle an. Personen mit E-Mail-Adresse bekommen eine Einladung. Enthält eine Zeile einen Fehler, wird nichts angelegt.',
    extensions:
      'Legen Sie viele Nebenstellen aus einer Tabelle an. Fehlende Passwörter werden erzeugt. Enthält eine Zeile einen Fehler, wird nichts angelegt.',
  },
  choose: 'Datei auswählen',
  drop: 'oder hier ablegen',
  formats: 'CSV mit Kopfzeile oder eine JSON-Liste. Höchstens 10.000 Zeilen und 5 MB, in UTF-8.',
  template: 'Vorlage herunterladen',
  columns: 'Spalten der Vorlage',
  templateName: { contacts: 'personen-vorlage.csv', extensions: 'nebenstellen-vorlage.csv' },
  checking: (file) => `${file} wird geprüft …`,
  importing: (count) =>
    plural(count, { one: '1 Zeile wird angelegt …', other: `${count} Zeilen werden angelegt …` }),
  sending: 'Datei wird hochgeladen',
  working: 'Das kann einen Moment dauern. Bitte lassen Sie dieses Fenster geöffnet.',
  ready: {
    contacts: (count) =>
      plural(count, {
        one: '1 Person kann angelegt werden.',
        other: `${count} Personen können angelegt werden.`,
      }),
    extensions: (count) =>
      plural(count, {
        one: '1 Nebenstelle kann angelegt werden.',
        other: `${count} Nebenstellen können angelegt werden.`,
      }),
  },
  faulty: (invalid, total) =>
    `${invalid} von ${total} Zeilen sind fehlerhaft. Es wurde nichts angelegt. Korrigieren Sie die Datei, und wählen Sie sie erneut aus.`,
  done: {
    contacts: (count) =>
      plural(count, { one: '1 Person wurde angelegt.', other: `${count} Personen wurden angelegt.` }),
    extensions: (count) =>
      plural(count, {
        one: '1 Nebenstelle wurde angelegt.',
        other: `${count} Nebenstellen wurden angelegt.`,
      }),
  },
  running: (created, total) => `${created} von ${total} Nebenstellen angelegt`,
  progress: 'Fortschritt des Imports',
  goesOn: 'Der Import läuft auf dem Server. Sie können dieses Fenster schließen.',
  waits: (reason) => `Der Import wartet und wird von selbst fortgesetzt. ${reason}`,
  stop: 'Import abbrechen',
  stopped: (created, total) =>
    `Der Import wurde abgebrochen. ${created} von ${total} Nebenstellen wurden angelegt.`,
  failed: (created, total, reason) =>
    `Der Import ist gescheitert: ${created} von ${total} Nebenstellen wurden angelegt. ${reason}`,
  partly: (failed) =>
    plural(failed, {
      one: '1 Zeile konnte nicht angelegt werden.',
      other: `${failed} Zeilen konnten nicht angelegt werden.`,
    }),
  refused: 'Die Datei kann nicht importiert werden. Es wurde nichts angelegt.',
  run: {
    contacts: (count) =>
      plural(count, { one: '1 Person importieren', other: `${count} Personen importieren` }),
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

export const organizationPeopleImport = {
  title: 'Importieren',
  intro:
    'Legen Sie viele Personen mit einer CSV-Datei an oder ändern Sie sie. Sie sehen zuerst, was jede Zeile bewirken würde. Bis Sie bestätigen, wird niemand geändert.',
  columns:
    'Spalten: email, name, role (administrator, member, guest), active (yes, no), groups, streams. Mehrere Gruppen oder Streams trennt |. Eine leere Zelle ändert nichts. Neue Personen haben kein Passwort: Sie wählen eines mit „Passwort vergessen?“ oder melden sich bei Ihrem Anbieter an.',
  choose: 'CSV-Datei auswählen',
  template: 'Vorlage',
  none: 'Noch keine Importe',
  noneHint: 'Die letzten zehn werden behalten, höchstens 30 Tage lang.',
  list: 'Importe',
  file: 'Datei',
  when: 'Hochgeladen',
  who: 'Von',
  state: 'Zustand',
  states: {
    planned: 'Zu bestätigen',
    wrong: 'Enthält Fehler',
    running: 'Läuft',
    done: 'Fertig',
    partly: 'Teilweise fertig',
  },
  open: (name: string) => `${name} anzeigen`,
  show: 'Anzeigen',
  preview: (name: string) => `Vorschau von ${name}`,
  progressOf: (name: string) => `Import von ${name}`,
  reportOf: (name: string) => `Bericht zu ${name}`,
  progress: (done: number, total: number) => `${done} von ${total}`,
  wrong: (wrong: number, total: number) =>
    `${wrong} von ${total} Zeilen können nicht importiert werden. Berichtigen Sie die Datei und laden Sie sie noch einmal hoch.`,
  planned: (total: number) =>
    total === 1 ? '1 Zeile. Noch wurde niemand geändert.' : `${total} Zeilen. Noch wurde niemand geändert.`,
  finished: (done: number, failed: number) =>
    failed === 0
      ? `${done} Zeilen sind erledigt.`
      : `${done - failed} Zeilen sind erledigt, ${failed} sind fehlgeschlagen.`,
  start: 'Importieren',
  startTitle: 'Diese Personen importieren?',
  startText:
    'Der Import läuft im Hintergrund und geht weiter, auch wenn Sie diese Seite verlassen. Er lässt sich nicht im Ganzen rückgängig machen.',
  started: 'Der Import hat begonnen',
  report: 'Bericht herunterladen',
  delete: 'Löschen',
  deleteTitle: (name: string) => `Den Import ${name} löschen?`,
  deleteText: 'Der Bericht wird gelöscht. Die Personen bleiben.',
  line: 'Zeile',
  email: 'E-Mail-Adresse',
  name: 'Name',
  role: 'Rolle',
  action: 'Was geschieht',
  result: 'Ergebnis',
  actions: {
    create: 'Anlegen',
    change: 'Ändern',
    deactivate: 'Deaktivieren',
    reactivate: 'Reaktivieren',
    none: 'Nichts',
  },
  rowDone: 'Erledigt',
  rowWaiting: 'Nicht erledigt',
  more: (count: number) => `Und ${count} weitere Zeilen. Der Bericht enthält alle.`,
  unnamed: 'Datei',
}

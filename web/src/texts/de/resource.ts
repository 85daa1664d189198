import type { Texts } from '../texts.ts'
import { plural } from './plural.ts'

export const resource: Texts['resource'] = {
  bulk: {
    label: 'Ausgewählte Zeilen',
    select: (name) => `${name} auswählen`,
    selectAll: 'Alle auf dieser Seite auswählen',
    selected: (count) => `${count} ausgewählt`,
    clear: 'Auswahl aufheben',
    concerned: (count) => plural(count, { one: 'Das betrifft:', other: `Das betrifft diese ${count}:` }),
    more: (count) => `und ${count} weitere`,
    apply: 'Änderungen übernehmen',
    editText: 'Wählen Sie, was sich ändern soll. Alles andere bleibt, wie es ist.',
    unchanged: 'Nicht ändern',
    allDone: (count) => plural(count, { one: 'Erledigt.', other: `Alle ${count} sind erledigt.` }),
    someFailed: (done, failed) =>
      `${done} erledigt, ${failed} fehlgeschlagen. Die fehlgeschlagenen bleiben ausgewählt.`,
    failed: 'Was fehlgeschlagen ist',
  },
  form: {
    checkMarked: 'Nicht gespeichert. Bitte prüfen Sie die markierten Felder.',
    more: 'Mehr',
    unsaved: 'Nicht gespeicherte Änderungen',
    discard: 'Änderungen verwerfen',
    leaveTitle: 'Änderungen verwerfen?',
    leaveText:
      'Sie haben diese Seite geändert, aber nicht gespeichert. Wenn Sie sie verlassen, gehen Ihre Änderungen verloren.',
    leave: 'Verwerfen und verlassen',
  },
  closeText:
    'Sie haben etwas geändert, aber nicht gespeichert. Wenn Sie das Fenster schließen, gehen Ihre Änderungen verloren.',
}

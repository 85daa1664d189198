import type { PortalTexts } from '../portal-texts.ts'
import { plural } from './plural.ts'

export const bulk: PortalTexts['bulk'] = {
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
  yes: 'Ja',
  no: 'Nein',
  allDone: (count) => plural(count, { one: 'Erledigt.', other: `Alle ${count} sind erledigt.` }),
  someFailed: (done, failed) =>
    `${done} erledigt, ${failed} fehlgeschlagen. Die fehlgeschlagenen bleiben ausgewählt.`,
  failed: 'Was fehlgeschlagen ist',
}

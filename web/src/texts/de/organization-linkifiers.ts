import type { Texts } from '../texts.ts'

export const organizationLinkifiers: Texts['organization']['linkifiers'] = {
  title: 'Linkregeln',
  intro:
    'Linkregeln verwandeln Text in Nachrichten und Themen in Links, zum Beispiel Ticketnummern. Die erste passende Regel gilt.',
  create: 'Neue Linkregel',
  editTitle: 'Linkregel bearbeiten',
  order: 'Reihenfolge',
  pattern: 'Muster',
  patternHint: 'Ein regulärer Ausdruck in RE2-Syntax, mit einer benannten Gruppe für jeden Teil der URL.',
  url: 'URL',
  urlHint: 'Setzen Sie den Namen jeder Gruppe in geschweifte Klammern.',
  trial: 'Ausprobieren',
  trialText: 'Beispieltext',
  trialResult: 'Ergebnis',
  trialHint: 'Hier sehen Sie das Ergebnis.',
  none: 'Noch keine Linkregeln',
  noneHint: 'Mit einer Linkregel führt #123 in einer Nachricht direkt zum Ticket.',
  deleteTitle: 'Linkregel löschen?',
  deleteHint: (pattern) =>
    `${pattern} wird nicht mehr verlinkt. Links in gesendeten Nachrichten bleiben erhalten.`,
}

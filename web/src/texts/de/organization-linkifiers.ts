import type { Texts } from '../texts.ts'

export const organizationLinkifiers: Texts['organization']['linkifiers'] = {
  title: 'Linkregeln',
  intro:
    'Texte in Nachrichten und Themen, die zu Links werden, zum Beispiel die Nummer eines Tickets. Die erste passende gilt.',
  create: 'Neue Linkregel',
  editTitle: 'Linkregel bearbeiten',
  order: 'Reihenfolge',
  pattern: 'Muster',
  patternHint:
    'Ein regulärer Ausdruck in der Syntax von RE2, mit einem Namen für jeden Teil, den die Adresse braucht.',
  url: 'Adresse',
  urlHint: 'Jeder benannte Teil des Musters in geschweiften Klammern.',
  trial: 'Ausprobieren',
  trialText: 'Ein Text, wie man ihn schreiben würde',
  trialResult: 'Was daraus wird',
  trialHint: 'Hier steht, was aus dem Text wird.',
  none: 'Noch keine Linkregeln',
  noneHint: 'Mit einer Linkregel führt #123 in einer Nachricht direkt zum Ticket.',
  deleteTitle: 'Linkregel löschen?',
  deleteHint: (pattern) =>
    `${pattern} macht keine Links mehr. Bereits gesendete Nachrichten behalten ihre Links.`,
}

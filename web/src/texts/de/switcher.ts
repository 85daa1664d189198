import type { Texts } from '../texts.ts'
import { plural } from './plural.ts'

export const switcher: Texts['switcher'] = {
  title: 'Gehe zu …',
  open: 'Zu einer Unterhaltung oder Seite wechseln',
  field: 'Zu Unterhaltung, Person oder Seite wechseln',
  places: 'Orte',
  notSubscribed: 'nicht abonniert',
  nothingFound: 'Nichts mit diesem Namen. Enter sucht stattdessen in Nachrichten.',
  noPlace: 'Nichts mit diesem Namen.',
  found: (count) => plural(count, { one: '1 Ort', other: `${count} Orte` }),
  hint: '↑ ↓ wählt aus, Enter öffnet, Esc schließt',
}

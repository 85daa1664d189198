import { plural } from './plural.ts'
export const switcher = {
  title: 'Go to…',
  open: 'Go to a conversation or page',
  field: 'Go to a conversation, person or page',
  places: 'Places',
  notSubscribed: 'not subscribed',
  nothingFound: 'Nothing by that name. Press Enter to search messages instead.',
  noPlace: 'Nothing by that name.',
  found: (count: number) => plural(count, { one: '1 place', other: `${count} places` }),
  hint: '↑ ↓ to choose, Enter to open, Esc to close',
}

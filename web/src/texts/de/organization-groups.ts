import type { Texts } from '../texts.ts'

export const organizationGroups: Texts['organization']['groups'] = {
  title: 'Gruppen',
  create: 'Neue Gruppe',
  editTitle: (name) => `${name} bearbeiten`,
  name: 'Name',
  nameHint: 'Mit diesem Namen werden in Nachrichten alle Mitglieder zugleich erwähnt.',
  description: 'Beschreibung',
  members: 'Mitglieder',
  empty: 'Niemand ist in dieser Gruppe.',
  more: (count) => `und ${count} weitere`,
  none: 'Noch keine Gruppen',
  noneHint: 'Eine Gruppe wird mit ihrem Namen erwähnt, und alle ihre Mitglieder merken es.',
  deleteTitle: (name) => `${name} löschen?`,
  deleteHint: 'Niemand kann die Gruppe mehr erwähnen. Ihre Mitglieder bleiben in der Organisation.',
}

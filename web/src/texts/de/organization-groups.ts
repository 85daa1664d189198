import type { Texts } from '../texts.ts'

export const organizationGroups: Texts['organization']['groups'] = {
  title: 'Gruppen',
  create: 'Neue Gruppe',
  editTitle: (name) => `${name} bearbeiten`,
  name: 'Name',
  nameHint: 'Mit diesem Namen erwähnen Sie alle Mitglieder in einer Nachricht.',
  description: 'Beschreibung',
  members: 'Mitglieder',
  empty: 'Diese Gruppe hat keine Mitglieder.',
  more: (count) => `und ${count} weitere`,
  none: 'Noch keine Gruppen',
  noneHint: 'Wer eine Gruppe erwähnt, benachrichtigt alle ihre Mitglieder.',
  deleteTitle: (name) => `${name} löschen?`,
  deleteHint: 'Die Gruppe kann nicht mehr erwähnt werden. Ihre Mitglieder bleiben in der Organisation.',
}

import type { Texts } from '../texts.ts'

export const organizationStreams: Texts['organization']['streams'] = {
  title: 'Streams',
  intro: 'Alle Streams der Organisation. Wer beitritt, wird zu den Standard-Streams hinzugefügt.',
  toStreams: 'Streams anlegen und abonnieren',
  search: 'Nach Name oder Beschreibung suchen',
  name: 'Name',
  privacy: 'Wer lesen kann',
  members: 'Abonnenten',
  default: 'Standard-Stream',
  isDefault: 'Ja',
  public: 'Alle Mitglieder',
  private: 'Privat',
  webPublic: 'Alle',
  none: 'Noch keine Streams',
  makeDefault: 'Zum Standard-Stream machen',
  removeDefault: 'Nicht mehr Standard-Stream',
  archive: 'Archivieren',
  archiveTitle: (name) => `${name} archivieren?`,
  archiveHint:
    'Niemand kann dort mehr schreiben, und alle Abonnements enden. Wer die Nachrichten bekommen hat, behält sie. Das kann nicht rückgängig gemacht werden.',
}

import type { Texts } from '../texts.ts'

export const organizationStreams: Texts['organization']['streams'] = {
  title: 'Streams',
  intro: 'Alle Streams der Organisation. Neue Personen werden zu den Standard-Streams hinzugefügt.',
  toStreams: 'Streams anlegen und abonnieren',
  search: 'Nach Name oder Beschreibung suchen',
  name: 'Name',
  privacy: 'Wer lesen kann',
  members: 'Mitglieder',
  default: 'Standard-Stream',
  isDefault: 'Ja',
  public: 'Alle Mitglieder',
  private: 'Privat',
  webPublic: 'Alle',
  none: 'Noch keine Streams',
  makeDefault: 'Zum Standard-Stream machen',
  removeDefault: 'Aus Standard-Streams entfernen',
  archive: 'Archivieren',
  archiveTitle: (name) => `${name} archivieren?`,
  archiveHint:
    'Niemand kann dort mehr schreiben, und alle Abonnements enden. Bereits empfangene Nachrichten bleiben sichtbar. Das lässt sich nicht rückgängig machen.',
}

import type { Texts } from '../texts.ts'

export const organizationExports: Texts['organization']['exports'] = {
  title: 'Exporte',
  intro:
    'Eine Kopie aller Nachrichten, Personen, Streams und Dateien, ohne Passwörter und Schlüssel. Sie entsteht im Hintergrund; fünf werden aufbewahrt.',
  create: 'Export erstellen',
  when: 'Angefordert',
  who: 'Von',
  state: 'Zustand',
  pending: 'Wird erstellt',
  ready: 'Fertig',
  failed: 'Fehlgeschlagen',
  deleted: 'Gelöscht',
  none: 'Noch keine Exporte',
  noneHint:
    'Ein Export ist ein Archiv mit allem, was die Organisation hat. Nur Administratoren können es herunterladen.',
  deleteOf: (id) => `Export ${id} löschen`,
  deleteTitle: 'Export löschen?',
  deleteHint: 'Das Archiv wird vom Server entfernt. Dass es erstellt wurde, bleibt in dieser Liste.',
}

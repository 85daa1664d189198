import type { Texts } from '../texts.ts'

export const organizationExports: Texts['organization']['exports'] = {
  title: 'Exporte',
  intro:
    'Eine Kopie aller Nachrichten, Personen, Streams und Dateien, ohne Passwörter und Schlüssel. Sie wird im Hintergrund erstellt. Die letzten fünf Exporte werden aufbewahrt.',
  create: 'Export erstellen',
  when: 'Angefordert',
  who: 'Von',
  state: 'Status',
  pending: 'Wird erstellt',
  ready: 'Fertig',
  failed: 'Fehlgeschlagen',
  deleted: 'Gelöscht',
  none: 'Noch keine Exporte',
  noneHint:
    'Ein Export ist ein Archiv mit allen Daten der Organisation. Nur Administratoren können ihn herunterladen.',
  deleteOf: (id) => `Export ${id} löschen`,
  deleteTitle: 'Export löschen?',
  deleteHint: 'Das Archiv wird vom Server gelöscht. Der Eintrag in dieser Liste bleibt.',
}

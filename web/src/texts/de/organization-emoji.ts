import type { Texts } from '../texts.ts'

export const organizationEmoji: Texts['organization']['emoji'] = {
  title: 'Emoji',
  intro: 'Eigene Bilder für Nachrichten und Reaktionen. Jedes Mitglied kann welche hinzufügen.',
  add: 'Emoji hinzufügen',
  added: (name) => `:${name}: wurde hinzugefügt`,
  picture: 'Bild',
  name: 'Name',
  nameHint: 'Kleinbuchstaben und Ziffern, dazwischen _ - .',
  author: 'Hinzugefügt von',
  fileHint: (mebibytes) => `PNG, JPEG, GIF oder WebP mit höchstens ${mebibytes} MiB. Es wird verkleinert.`,
  deactivate: 'Entfernen',
  deactivateNamed: (name) => `${name} entfernen`,
  deactivateTitle: (name) => `:${name}: entfernen?`,
  deactivateHint: 'Niemand kann es mehr benutzen. In alten Nachrichten bleibt es sichtbar.',
  none: 'Noch keine eigenen Emoji',
  noneHint: 'Beginnen Sie zum Beispiel mit Ihrem Logo.',
}

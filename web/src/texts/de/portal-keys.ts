import type { PortalTexts } from '../portal-texts.ts'

export const keys: PortalTexts['keys'] = {
  title: 'API-Schlüssel',
  intro:
    'Mit einem API-Schlüssel greifen Programme und dieses Portal auf Ihre Firma zu. Verwenden Sie für jedes Programm einen eigenen.',
  create: 'API-Schlüssel anlegen',
  none: 'Noch keine API-Schlüssel',
  name: 'Name',
  nameHint: 'Zum Beispiel das Programm, das ihn verwendet.',
  key: 'Schlüssel',
  scopes: 'Rechte',
  scope: { read: 'Lesen', write: 'Ändern', admin: 'Verwalten' },
  scopeHint: {
    read: 'Alles ansehen.',
    write: 'Benutzer, Nebenstellen, SMS und Faxe ändern.',
    admin: 'API-Schlüssel, Webhooks und das Protokoll verwalten.',
  },
  lastUse: 'Zuletzt verwendet',
  end: 'Gültig bis',
  endOn: 'Gültig bis',
  endHint: 'Der letzte Tag der Gültigkeit. Wenn leer, gilt der Schlüssel unbegrenzt.',
  expired: 'Abgelaufen',
  replaced: 'Ersetzt',
  createdAt: 'Angelegt',
  own: 'Aktueller Schlüssel',
  actionsFor: (name, ending) => `Aktionen für ${name} …${ending}`,
  editTitle: (name) => `${name} bearbeiten`,
  rotate: 'Erneuern',
  rotateTitle: (name) => `${name} erneuern`,
  rotateText:
    'Sie bekommen einen neuen Schlüssel mit denselben Rechten. Der alte bleibt noch eine Zeit lang gültig, damit Sie umstellen können.',
  overlap: 'Alter Schlüssel läuft ab',
  overlaps: {
    0: 'Sofort',
    3600: 'In einer Stunde',
    86400: 'In einem Tag',
    604800: 'In 7 Tagen',
    2592000: 'In 30 Tagen',
  },
  freshTitle: (name) => `Schlüssel für ${name}`,
  freshText:
    'Kopieren Sie den Schlüssel jetzt, und bewahren Sie ihn sicher auf. Er wird nur einmal angezeigt.',
  freshAsk: 'Haben Sie den Schlüssel gespeichert? Klicken Sie noch einmal auf „Schließen“, um fortzufahren.',
  copyKey: 'Schlüssel kopieren',
  stored: 'Schlüssel gespeichert',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Der Schlüssel wird sofort ungültig. Das lässt sich nicht rückgängig machen.',
  deleteOwn:
    'Mit diesem Schlüssel sind Sie vermutlich gerade angemeldet. Danach müssen Sie sich mit einem anderen anmelden.',
  deleted: (name) => `${name} wurde gelöscht`,
}

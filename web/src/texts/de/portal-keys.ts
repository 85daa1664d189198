import type { PortalTexts } from '../portal-texts.ts'

export const keys: PortalTexts['keys'] = {
  title: 'API-Schlüssel',
  intro:
    'Mit einem Schlüssel handeln Programme und dieses Portal für Ihre Firma. Geben Sie jedem Programm einen eigenen.',
  create: 'API-Schlüssel anlegen',
  none: 'Noch keine API-Schlüssel',
  name: 'Name',
  nameHint: 'Wer oder was ihn benutzt.',
  key: 'Schlüssel',
  scopes: 'Rechte',
  scope: { read: 'Lesen', write: 'Ändern', admin: 'Verwalten' },
  scopeHint: {
    read: 'Alles ansehen.',
    write: 'Benutzer, Nebenstellen, Textnachrichten und Faxe ändern.',
    admin: 'API-Schlüssel, Webhooks und das Protokoll verwalten.',
  },
  lastUse: 'Zuletzt benutzt',
  end: 'Endet',
  endOn: 'Endet am',
  endHint: 'Der letzte Tag, an dem er gilt. Lassen Sie das Feld leer, wenn er nicht enden soll.',
  expired: 'Abgelaufen',
  createdAt: 'Angelegt',
  own: 'Hier benutzt',
  actionsFor: (name, ending) => `Aktionen für ${name} …${ending}`,
  editTitle: (name) => `${name} bearbeiten`,
  rotate: 'Erneuern',
  rotateTitle: (name) => `${name} erneuern`,
  rotateText:
    'Sie bekommen einen neuen Schlüssel mit denselben Rechten. Der alte gilt noch eine Weile, damit Sie umstellen können.',
  overlap: 'Der alte Schlüssel gilt noch',
  overlaps: {
    0: 'Nicht mehr: er endet sofort',
    3600: 'Eine Stunde',
    86400: 'Einen Tag',
    604800: 'Sieben Tage',
    2592000: 'Dreißig Tage',
  },
  freshTitle: (name) => `Der Schlüssel von ${name}`,
  freshText: 'Kopieren Sie ihn jetzt und bewahren Sie ihn sicher auf. Er wird nur dieses eine Mal gezeigt.',
  freshAsk: 'Haben Sie ihn gespeichert? Schließen Sie noch einmal, um ohne ihn fortzufahren.',
  copyKey: 'Schlüssel kopieren',
  stored: 'Ich habe ihn gespeichert',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    'Der Schlüssel gilt sofort nicht mehr, für alle, die ihn benutzen. Das lässt sich nicht rückgängig machen.',
  deleteOwn:
    'Es scheint der Schlüssel zu sein, mit dem Sie hier sind. Sie müssten sich mit einem anderen anmelden.',
  deleted: (name) => `${name} wurde gelöscht`,
}

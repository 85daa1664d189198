import type { Texts } from '../texts.ts'

export const organizationBots: Texts['organization']['bots'] = {
  title: 'Bots',
  intro: 'Alle Bots der Organisation. Die Schlüssel finden ihre Besitzer in den eigenen Einstellungen.',
  search: 'Nach Name oder E-Mail-Adresse suchen',
  name: 'Name',
  type: 'Art',
  owner: 'Besitzer',
  state: 'Zustand',
  nobody: 'Niemand',
  active: 'Aktiv',
  inactive: 'Deaktiviert',
  types: { '1': 'Allgemein', '2': 'Eingehender Webhook', '3': 'Ausgehender Webhook', '4': 'Eingebaut' },
  none: 'Noch keine Bots',
  noneHint: 'Bots werden in den eigenen Einstellungen oder unter Integrationen angelegt.',
  changeOwner: 'Besitzer ändern',
  ownerTitle: (name) => `Besitzer von ${name}`,
  ownerHint:
    'Der Besitzer sieht den Schlüssel des Bots und kann ihn ändern. Mit einem neuen Besitzer gibt es einen neuen Schlüssel; Programme mit dem alten hören auf.',
  deactivate: 'Deaktivieren',
  deactivateTitle: (name) => `${name} deaktivieren?`,
  deactivateHint:
    'Der Schlüssel funktioniert sofort nicht mehr. Die Nachrichten bleiben, und Sie können den Bot später reaktivieren.',
  reactivate: 'Reaktivieren',
  reactivated: (name) => `${name} arbeitet wieder`,
}

import type { Texts } from '../texts.ts'

export const organizationBots: Texts['organization']['bots'] = {
  title: 'Bots',
  intro: 'Alle Bots der Organisation. Besitzer finden die Schlüssel in ihren Einstellungen.',
  search: 'Nach Name oder E-Mail-Adresse suchen',
  name: 'Name',
  type: 'Art',
  owner: 'Besitzer',
  state: 'Status',
  nobody: 'Niemand',
  active: 'Aktiv',
  inactive: 'Deaktiviert',
  types: { '1': 'Allgemein', '2': 'Eingehender Webhook', '3': 'Ausgehender Webhook', '4': 'Eingebaut' },
  none: 'Noch keine Bots',
  noneHint: 'Bots legen Sie in Ihren Einstellungen oder unter Integrationen an.',
  changeOwner: 'Besitzer ändern',
  ownerTitle: (name) => `Besitzer von ${name}`,
  ownerHint:
    'Der Besitzer sieht den Schlüssel des Bots und kann den Bot ändern. Mit dem Wechsel bekommt der Bot einen neuen Schlüssel. Programme mit dem alten Schlüssel funktionieren nicht mehr.',
  deactivate: 'Deaktivieren',
  deactivateTitle: (name) => `${name} deaktivieren?`,
  deactivateHint:
    'Der Schlüssel wird sofort ungültig. Die Nachrichten bleiben erhalten, und Sie können den Bot später reaktivieren.',
  reactivate: 'Reaktivieren',
  reactivated: (name) => `${name} ist wieder aktiv`,
}

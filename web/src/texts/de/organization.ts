import type { Texts } from '../texts.ts'
import { organizationBots } from './organization-bots.ts'
import { organizationEmoji } from './organization-emoji.ts'
import { organizationExports } from './organization-exports.ts'
import { organizationFields } from './organization-fields.ts'
import { organizationGroups } from './organization-groups.ts'
import { organizationInvitations } from './organization-invitations.ts'
import { organizationLinkifiers } from './organization-linkifiers.ts'
import { organizationNumbers } from './organization-numbers.ts'
import { organizationPeople } from './organization-people.ts'
import { organizationSettings } from './organization-settings.ts'
import { organizationSetup } from './organization-setup.ts'
import { organizationStreams } from './organization-streams.ts'

export const organization: Texts['organization'] = {
  label: 'Organisation',
  section: 'Bereich',
  choose: 'Bereich auswählen',
  notForGuests: 'Nicht für Gäste',
  notForGuestsHint:
    'Gäste haben nur Zugriff auf einzelne Streams. Die Organisation verwalten ihre Mitglieder.',
  noSuchTab: 'Seite nicht gefunden',
  noSuchTabHint: 'Die Seite existiert nicht, oder nur Administratoren haben Zugriff darauf.',
  tabs: {
    settings: 'Einstellungen',
    people: 'Personen',
    invitations: 'Einladungen',
    bots: 'Bots',
    streams: 'Streams',
    numbers: 'SMS-Nummern',
    emoji: 'Emoji',
    'profile-fields': 'Profilfelder',
    linkifiers: 'Linkregeln',
    integrations: 'Integrationen',
    exports: 'Exporte',
  },
  actionsFor: (name) => `Aktionen für ${name}`,
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  chooseFile: 'Bild auswählen',
  uploading: 'Wird hochgeladen …',
  noMatch: 'Nichts gefunden',
  noMatchHint: 'Keine Treffer für Ihre Suche.',
  roles: { administrator: 'Administrator', member: 'Mitglied', guest: 'Gast' },
  setup: organizationSetup,
  settings: organizationSettings,
  people: organizationPeople,
  groups: organizationGroups,
  invitations: organizationInvitations,
  bots: organizationBots,
  streams: organizationStreams,
  numbers: organizationNumbers,
  emoji: organizationEmoji,
  fields: organizationFields,
  linkifiers: organizationLinkifiers,
  exports: organizationExports,
}

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

export const organization = {
  label: 'Organization',
  section: 'Section',
  choose: 'Choose a section',
  notForGuests: 'Not for guests',
  notForGuestsHint: 'Guests only have access to individual streams.',
  noSuchTab: 'Page not found',
  noSuchTabHint: 'This page does not exist, or only administrators can see it.',
  tabs: {
    settings: 'Settings',
    people: 'People',
    invitations: 'Invitations',
    bots: 'Bots',
    streams: 'Streams',
    numbers: 'Texting numbers',
    emoji: 'Emoji',
    'profile-fields': 'Profile fields',
    linkifiers: 'Linkifiers',
    integrations: 'Integrations',
    exports: 'Exports',
  },
  actionsFor: (name: string) => `Actions for ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  chooseFile: 'Choose a picture',
  uploading: 'Uploading',
  noMatch: 'Nothing found',
  noMatchHint: 'Nothing matches your search.',
  roles: { administrator: 'Administrator', member: 'Member', guest: 'Guest' },
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

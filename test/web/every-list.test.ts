import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { missingDocumentPrograms } from '../harness/documents.ts'
import { fillChatLists, fillPhoneLists, type PhoneIds } from '../harness/web/fill-lists.ts'
import { type View, visitView } from '../harness/web/visit-view.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

let world: OwnWebWorld
let page: Page
let ids: PhoneIds
beforeAll(async () => {
  world = await startWebWorld({}, { isFull: true })
  await fillChatLists(world)
  ids = await fillPhoneLists(world)
  page = await world.openChat('ada', '#inbox')
  page.setDefaultTimeout(Number(process.env.VIEW_TIMEOUT ?? 30_000))
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor()
}, 120_000)
afterAll(() => world?.stop())

const routeKinds = ['ring group', 'opening hours', 'menu', 'queue', 'conference room', 'parking lot']
const routes = [
  'Sales',
  'Opening hours',
  'Main menu',
  'Front desk',
  'Weekly',
  'Parking',
  'Warehouse',
  'By name',
]

const play = { steps: [/^Play the recording/], shows: /^Recording of the call/ }

const phones: View[] = [
  { at: 'portal/overview', ready: 'Needs attention' },
  { at: 'portal/calls', ready: '+1 202 555 0150', open: [[/^Block /], [/^Delete the recording/], play] },
  { at: 'portal/voicemail', ready: 'Meeting room', open: [[/^Delete/]] },
  { at: 'portal/texting', ready: 'Maria Lopez', open: [['New conversation']] },
  { at: 'portal/texting/contacts', ready: 'Maria Lopez', open: [['Add contact'], [/^Edit/]] },
  { at: 'portal/faxes', ready: missingDocumentPrograms ? 'No faxes yet' : 'Globex', open: [['Send a fax']] },
  { at: 'portal/faxes/settings', ready: 'office@example.com', open: [['Add destination'], [/^Edit/]] },
  { at: 'portal/users', ready: 'Grace Hopper', open: [['Add person'], ['Import'], [/^Actions for/]] },
  { at: 'portal/dial', ready: 'Dial pad' },
  { at: 'portal/queues', ready: 'Front desk' },
  { at: 'portal/blocked', ready: '+1 202 555 0165', open: [['Block a number'], [/^Edit/]] },
  { at: 'portal/codes', ready: 'Phone codes' },
  { at: 'portal/reports', ready: 'Reports' },
  { at: 'portal/extensions', ready: 'Meeting room', open: [['Import']] },
  { at: 'portal/devices', ready: 'Reception', open: [['Add device'], [/^Set up/], [/^Edit/]] },
  {
    at: 'portal/routing',
    ready: 'Warehouse',
    open: [
      ...[...routeKinds, 'paging group', 'directory'].map((kind) => [`Add ${kind}`]),
      ...routes.map((name) => [`Edit ${name}`]),
    ],
  },
  {
    at: 'portal/trunks',
    ready: 'Germany',
    open: [
      ...['Add trunk', 'Add number', 'Add route'].map((name) => [name]),
      ...[/^Edit.*Simulated/, /^Edit.*0100/, /^Edit.*Germany/].map((name) => [name]),
    ],
  },
  { at: 'portal/locations', ready: 'Harbour office', open: [['Add location'], [/^Edit/]] },
  { at: 'portal/instances', ready: 'Headquarters' },
  { at: 'portal/company', ready: 'Recordings of calls' },
  {
    at: 'portal/keys',
    ready: 'CRM',
    open: [['Create API key'], ...['Edit', 'Rotate', 'Delete'].map((name) => [/^Actions for CRM/, name])],
  },
  { at: 'portal/webhooks', ready: 'https://example.com/hook', open: [['New webhook']] },
  { at: 'portal/audit', ready: 'Webhook: created' },
  { at: 'portal/events', ready: 'Live events' },
  { at: 'portal/nothing', ready: 'Page not found' },
]

const organization: View[] = [
  { at: '#organization/settings', ready: 'Name' },
  { at: '#organization/sign-in', ready: 'No identity providers', open: [['New provider']] },
  { at: '#organization/directories', ready: 'SCIM 2.0', open: [['Create token']] },
  {
    at: '#organization/people',
    ready: 'Cleo Vance',
    open: [
      ['Create an account'],
      ['Actions for Ben Okri'],
      ['Actions for Ben Okri', 'Edit'],
      ['Actions for Ben Okri', 'Reset password'],
      ['Actions for Ben Okri', 'Deactivate'],
    ],
  },
  {
    at: '#organization/people/deactivated',
    ready: 'Lea Left',
  },
  {
    at: '#organization/people/groups',
    ready: 'designers',
    open: [['New group'], ['Actions for designers', 'Edit']],
  },
  { at: '#organization/people/import', ready: 'team.csv' },
  { at: '#organization/invitations', ready: 'grace@example.org', open: [[/^Actions for grace/, 'Revoke']] },
  { at: '#organization/bots', ready: 'Hook Bot', open: [[/^Actions for/]] },
  { at: '#organization/streams', ready: 'leadership', open: [[/^Actions for/]] },
  { at: '#organization/numbers', ready: '+1 202 555 0103', open: [['Connect a number'], [/^Disconnect/]] },
  { at: '#organization/emoji', ready: 'anvil', open: [[/^Remove/]] },
  { at: '#organization/profile-fields', ready: 'Biography', open: [['New field'], [/^Edit/]] },
  { at: '#organization/linkifiers', ready: 'https://example.com/{id}', open: [['New linkifier'], [/^Edit/]] },
  { at: '#organization/integrations', ready: 'GitHub' },
  { at: '#organization/integrations/github', ready: '1. Choose a bot' },
  { at: '#organization/exports', ready: 'No exports yet' },
  { at: '#organization/statistics', ready: 'Statistics' },
  { at: '#organization/server', ready: 'Server' },
  { at: '#organization/stored', ready: 'Recordings of calls' },
  { at: '#organization/personal-data', ready: 'Personal data' },
  { at: '#organization/legal-holds', ready: 'Case 12' },
  { at: '#organization/sessions', ready: 'This browser' },
  { at: '#organization/audit-log', ready: 'Ada Lovelace' },
  { at: '#organization/nothing', ready: 'Page not found' },
]

const settings: View[] = [
  { at: '#settings/profile', ready: 'About you' },
  { at: '#settings/account', ready: 'Where you are signed in', open: [['Set up'], ['Deactivate account']] },
  { at: '#settings/appearance', ready: 'Display' },
  { at: '#settings/notifications', ready: 'anvil' },
  { at: '#settings/bots', ready: 'Hook Bot', open: [['Add a bot'], ['Edit'], ['Signatures']] },
  { at: '#settings/uploads', ready: 'orders.png', open: [[/^Delete/]] },
  { at: '#settings/muted', ready: 'Greeting', open: [['New snippet'], ['Edit Greeting']] },
]

describe.each([
  ['the phones', phones],
  ['the organization', organization],
  ['the settings', settings],
])('%s, in both themes', (_, views) => {
  test.each(views)('$at', (view) => visitView(page, view))
})

/** Pages about one thing. */
const details: [name: string, at: (known: PhoneIds) => string, ready: View['ready'], open?: View['open']][] =
  [
    ['an extension', ({ instance, extension }) => `extensions/${instance}/${extension}`, 'Where a call goes'],
    ['a phone system', ({ instance }) => `instances/${instance}`, 'Headquarters'],
    ['a person', ({ person }) => `users/${person}`, 'Contact details'],
    ['a text conversation', ({ conversation }) => `texting/${conversation}`, /^Send$/],
    ['a webhook', ({ webhook }) => `webhooks/${webhook}`, 'https://example.com/hook', [['More actions']]],
  ]

describe('in both themes', () => {
  test.each(details)('%s', (_, at, ready, open) =>
    visitView(page, { at: `portal/${at(ids)}`, ready, ...(open && { open }) }),
  )

  test.skipIf(missingDocumentPrograms)(`a fax${missingDocumentPrograms}`, () =>
    visitView(page, { at: `portal/faxes/${ids.fax}`, ready: 'Document', open: [['Delete fax']] }),
  )
})

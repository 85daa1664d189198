import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let instance: string
let ben: string
let windows: { owner: Page; user: Page }
beforeAll(async () => {
  world = await startWebWorld()
  const [first] = await call<{ uuid: string }[]>('GET /instances')
  instance = first!.uuid
  const [found] = await call<{ id: string }[]>('GET /system/company/contacts?search=okri')
  ben = found!.id
  windows = {
    owner: await world.openPortal(ACME_KEY, 'overview'),
    user: await world.openPortal(ACME_KEY, 'overview', { userId: ben }),
  }
  for (const page of Object.values(windows)) await page.getByText('Live', { exact: true }).waitFor()
})
afterAll(() => world?.stop())

const call = <Answer = { id: string }>(name: string, body?: unknown) =>
  world.telephony<Answer>(ACME_KEY, name, body)

/** Within the app: both windows stay connected. */
const open = (page: Page, path: string) =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(`/portal/${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )

interface Row {
  list: string
  path: () => string | Promise<string>
  /** what is there before */
  before: string
  change: () => Promise<unknown>
  after: string
  ownerOnly?: true
}

const extensions = () => `/instances/${instance}/bulks/extensions`
const extension = async (search: string) =>
  (await call<{ _id: string }[]>(`GET ${extensions()}?search=${search}`))[0]!._id

const rows: Row[] = [
  {
    list: 'users',
    path: () => 'users',
    before: 'Ben Okri',
    change: () => call('POST /company/contacts', { first_name: 'Livia' }),
    after: 'Livia',
  },
  {
    list: 'a user',
    path: () => `users/${ben}`,
    before: 'Ben Okri',
    change: () => call(`PATCH /company/contacts/${ben}`, { last_name: 'Okri-Live' }),
    after: 'Ben Okri-Live',
  },
  {
    list: 'the company',
    path: () => 'company',
    before: 'Acme',
    change: () => call('PATCH /company', { name: 'Acme Live' }),
    after: 'Acme Live',
  },
  {
    list: 'blocked numbers',
    path: () => 'blocked',
    before: 'No blocked numbers',
    change: async () => {
      for (const user_id of [undefined, ben])
        await call('POST /blocked-numbers', { number: '+12025550199', note: 'Live spam', user_id })
    },
    after: 'Live spam',
  },
  {
    list: 'extensions',
    path: () => 'extensions',
    before: '1003',
    change: () => call(`POST ${extensions()}`, { data: { id: 4001, name: 'Live desk' } }),
    after: 'Live desk',
  },
  {
    list: 'the users of extensions',
    path: () => 'extensions',
    before: 'Ada Lovelace',
    change: async () => {
      const owner = (await call('GET /system/account')).id
      await call(`PATCH /company/contacts/${owner}`, { last_name: 'Live' })
    },
    after: 'Ada Live',
  },
  {
    list: 'an extension',
    path: async () => `extensions/${instance}/${await extension('1003')}`,
    before: '1003 · Meeting room',
    change: async () =>
      call(`PATCH ${extensions()}/${await extension('1003')}`, { data: { name: 'Renamed room' } }),
    after: '1003 · Renamed room',
  },
  {
    list: 'locations',
    path: () => 'locations',
    before: 'Headquarters',
    change: () => call('POST /company/locations', { name: 'Live office' }),
    after: 'Live office',
  },
  {
    list: 'instances',
    path: () => 'instances',
    before: 'Headquarters',
    change: () => call('POST /company/locations', { name: 'Second live office' }),
    after: 'Second live office',
  },
  {
    list: 'texting contacts',
    path: () => 'texting/contacts',
    before: 'Search contacts',
    change: () => call('POST /texting/contacts', { number: '+12025550155', first_name: 'Liveman' }),
    after: 'Liveman',
  },
  {
    list: 'texting numbers',
    path: () => 'texting/numbers',
    before: '+1 202 555 0102',
    change: () => call(`PUT /texting/numbers/${encodeURIComponent('+12025550101')}`, { users: [ben] }),
    after: '+1 202 555 0101',
  },
  {
    list: 'conversations',
    path: () => 'texting',
    before: 'No conversations yet',
    change: async () => {
      const { id } = await call('POST /texting/conversations', {
        recipients: [{ number: '+12025550155' }],
        from_number: '+12025550102',
      })
      await call(`POST /texting/conversations/${id}/messages/publish`, { text: 'Live text' })
    },
    after: 'Live text',
  },
  {
    list: 'fax destinations',
    path: () => 'faxes/settings',
    before: 'ada@example.com',
    change: () => call('POST /fax/destinations', { emails: ['live@example.com'] }),
    after: 'live@example.com',
  },
  {
    list: 'the status of users',
    path: () => 'users',
    before: 'Available',
    change: () => call('PATCH /status/v2/current-user', { main_status: { status: 'do_not_disturb' } }),
    after: 'Do not disturb',
  },
  {
    list: 'API keys',
    path: () => 'keys',
    before: 'Default',
    change: () => call('POST /api-keys', { name: 'Live key', scopes: ['read'] }),
    after: 'Live key',
    ownerOnly: true,
  },
  {
    list: 'webhooks',
    path: () => 'webhooks',
    before: 'No webhooks yet',
    change: () => call('POST /webhooks', { url: 'https://live.example/hook', events: ['*'] }),
    after: 'https://live.example/hook',
    ownerOnly: true,
  },
  {
    list: 'the audit log',
    path: () => 'audit',
    before: 'created',
    change: () => call('POST /company/locations', { name: 'Audited office' }),
    after: 'Audited office',
    ownerOnly: true,
  },
]

test.each(rows)('$list: a change by somebody else appears in every window', async (row) => {
  const pages = row.ownerOnly ? [windows.owner] : [windows.owner, windows.user]
  const path = await row.path()
  for (const page of pages) {
    await open(page, path)
    await page.getByText(row.before).filter({ visible: true }).first().waitFor()
  }
  await row.change()
  for (const page of pages) await page.getByText(row.after).filter({ visible: true }).first().waitFor()
})

test('a list that was not open is not asked for', async () => {
  const asked: string[] = []
  await open(windows.owner, 'company')
  await windows.owner.getByRole('heading', { level: 1, name: 'Organization' }).waitFor()
  windows.owner.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await call('POST /company/locations', { name: 'Nobody looks' })
  await call('PATCH /company', { name: 'Acme again' })
  await windows.owner.getByRole('banner').getByText('Acme again').waitFor()
  expect(asked).not.toContain('/company/locations')
})

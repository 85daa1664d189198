import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY, GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { makePdf, missingDocumentPrograms } from '../harness/documents.ts'
import { claimSipServer } from '../harness/web/claim-sip-server.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

const ADAS = '+12025550101'
const HANKS = '+12025550199'
const ACME_FAX = '+12025550111'

let world: OwnWebWorld
let ada: Page
beforeAll(async () => {
  world = await startWebWorld()
  ada = await world.openPortal(ACME_KEY)
})
afterAll(() => world?.stop())

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })

async function text(key: string, from: string, to: string, words: string): Promise<void> {
  const { id } = await world.telephony<{ id: string }>(key, 'POST /texting/conversations', {
    recipients: [{ number: to }],
    from_number: from,
  })
  const body = { text: words, with_warning: true }
  await world.telephony(key, `POST /texting/conversations/${id}/messages/publish`, body)
}

async function fax(key: string, to: string): Promise<void> {
  const form = new FormData()
  form.set('to', to)
  form.set('upfile', new Blob([new Uint8Array(makePdf())], { type: 'application/pdf' }), 'letter.pdf')
  const headers = { authorization: `Bearer ${key}`, 'x-user-id': 'primary' }
  const { status } = await fetch(`${world.url}/fax/messages`, { method: 'POST', headers, body: form })
  expect(status).toBe(202)
}

test('the start page shows what needs attention, with links, and what is one’s own', async () => {
  await ada.getByRole('heading', { level: 1, name: 'Hello, Ada' }).waitFor()
  await attention(ada)
    .getByRole('link', { name: 'No SIP server is connected: phones cannot register or call' })
    .waitFor()
  await attention(ada).getByText('sets ASTERISK_URL').waitFor()
  await attention(ada)
    .getByRole('link', { name: /^Emergency calls: / })
    .waitFor()
  await attention(ada).getByRole('link', { name: 'Your phone is not registered' }).waitFor()
  await attention(ada).getByRole('link', { name: '3 extensions without a registered phone' }).waitFor()
  await attention(ada).getByRole('link', { name: '1003 Meeting room' }).first().waitFor()
  await ada.getByRole('link', { name: '1001 Ada Lovelace' }).last().waitFor()
  await ada.getByText('+1 202 555 0101').waitFor()
  await ada.getByText('+1 202 555 0111').waitFor()
  await expectAccessible(ada)
  await attention(ada).getByRole('link', { name: '1 extension without a person' }).click()
  await ada.getByText('1 extension', { exact: true }).waitFor()
  await ada.getByRole('table').getByRole('link', { name: '1003' }).waitFor()
  await ada.goBack()
  await attention(ada).getByRole('link', { name: '1001 Ada Lovelace' }).first().click()
  await ada.getByRole('heading', { name: '1001 · Ada Lovelace' }).waitFor()
})

test('all is clear only when the own phone is registered', async () => {
  const [{ id: ben }] = await world.telephony<[{ id: string }]>(
    ACME_KEY,
    'GET /system/company/contacts?search=okri',
  )
  const page = await world.openPortal(ACME_KEY, 'locations', { userId: ben })
  await claimSipServer(page)
  await page.goto('/portal/calls')
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  await section(page, 'Overview').click()
  await attention(page).getByRole('link', { name: 'Your phone is not registered' }).waitFor()
  expect(await page.getByText('All clear').count()).toBe(0)

  const [{ internal_domain: domain }] = await world.telephony<[{ internal_domain: string }]>(
    ACME_KEY,
    'GET /instances',
  )
  await world.pbx.report({ domain, number: 1002 }, { state: 'AUTHENTICATED' })
  await attention(page).getByText('All clear').waitFor()
  await world.pbx.report({ domain, number: 1002 }, { state: 'UNAUTHENTICATED' })
  await attention(page).getByRole('link', { name: 'Your phone is not registered' }).waitFor()
})

test('the menu begins with what everyone uses every day, and ends with the administration', async () => {
  const menu = ada.getByRole('navigation', { name: 'Sections' })
  const namesIn = (list: string) => menu.getByRole('list', { name: list }).getByRole('link').allInnerTexts()
  const daily = await namesIn('Phone')
  expect(daily.slice(0, 6)).toEqual(['Calls', 'Voicemail', 'Texting', 'Faxes', 'People', 'Dial pad'])
  expect(daily).toEqual(expect.arrayContaining(['Queues', 'Blocked callers']))
  expect(await namesIn('Administration')).toEqual(
    expect.arrayContaining([
      'Phone systems',
      'Locations',
      'Organization',
      'Live events',
      'Audit log',
      'API keys',
    ]),
  )
})

test('the menu is one stop of the Tab key, and F6 goes through the regions', async () => {
  const menu = ada.getByRole('navigation', { name: 'Sections' })
  expect(await menu.locator('a[tabindex="0"]').count()).toBe(1)
  await section(ada, 'Overview').focus()
  await ada.keyboard.press('ArrowDown')
  await ada.keyboard.press('ArrowDown')
  expect(await section(ada, 'Voicemail').evaluate((link) => link === document.activeElement)).toBe(true)
  const visited = new Set<string>()
  for (let press = 0; press < 4; press += 1) {
    await ada.keyboard.press('F6')
    visited.add(
      await ada.evaluate(() => {
        const region = document.activeElement?.closest('nav, main, header')
        return region?.getAttribute('aria-label') ?? region?.tagName ?? ''
      }),
    )
  }
  expect([...visited]).toEqual(expect.arrayContaining(['Sections', 'Workspace', 'MAIN', 'HEADER']))
})

test('people who only use phones have their own phone in the menu, and nothing technical', async () => {
  const [{ id: ben }] = await world.telephony<[{ id: string }]>(
    ACME_KEY,
    'GET /system/company/contacts?search=okri',
  )
  const page = await world.openPortal(ACME_KEY, '', { userId: ben })
  await section(page, 'My phone').waitFor()
  for (const name of ['Phone systems', 'Locations', 'Live events', 'Organization', 'Devices', 'Extensions'])
    expect(await section(page, name).count(), name).toBe(0)
  await section(page, 'My phone').click()
  await page.getByRole('table').getByRole('link', { name: '1002' }).waitFor()
  expect(await page.getByRole('table').getByRole('link', { name: '1001' }).count()).toBe(0)
})

test('new texts appear in the menu and the title of every page, and on the start page', async () => {
  await section(ada, 'Locations').click()
  await ada.getByRole('heading', { level: 1, name: 'Locations' }).waitFor()
  await text(GLOBEX_KEY, HANKS, ADAS, 'Is anybody there?')
  await section(ada, 'Texting 1 unread').waitFor()
  await expect.poll(() => ada.title()).toBe('(1) Locations – Acme')
  await section(ada, 'Overview').click()
  await attention(ada).getByRole('link', { name: '1 conversation with new texts' }).waitFor()
  await attention(ada).getByRole('link', { name: '+1 202 555 0199' }).click()
  await ada.getByText('Is anybody there?').last().waitFor()
  await expect.poll(() => ada.title()).toBe('Texting – Acme')
  await section(ada, 'Texting 1 unread').waitFor({ state: 'detached' })
})

test('a missed call and a new voicemail message wait there, for the person called', async () => {
  const [{ internal_domain: domain }] = await world.telephony<[{ internal_domain: string }]>(
    ACME_KEY,
    'GET /instances',
  )
  const missed = (call: string, from: number, to: string) => {
    const address = { domain, number: from }
    const called = { domain, number: Number(to) }
    world.pbx.reportCall({ kind: 'callBegan', call, address, dialled: to })
    world.pbx.reportCall({ kind: 'phoneCalled', call, address, called, outcome: 'no_answer' })
    world.pbx.reportCall({ kind: 'callEnded', call, address, result: 'no_answer' })
  }
  missed('call.1', 1002, '1001')
  missed('call.2', 1001, '1003')
  world.pbx.reportCall({
    kind: 'recorded',
    address: { domain, number: 1001 },
    call: 'call.1',
    recording: 'one',
    read: async () => Buffer.from(Array.from({ length: 44 + 32_000 }, (_, index) => index % 251)),
    remove: async () => {},
  })
  await section(ada, 'Locations').click()
  await section(ada, 'Overview').click()
  await attention(ada).getByRole('link', { name: '1 missed call' }).waitFor()
  await attention(ada).getByRole('link', { name: '1 new voicemail message' }).waitFor()
})

test('a text that was not delivered is there until the next one arrives', async () => {
  await section(ada, 'Overview').click()
  await text(GLOBEX_KEY, HANKS, ADAS, 'STOP')
  await attention(ada).getByRole('link', { name: '1 conversation with new texts' }).waitFor()
  await text(ACME_KEY, ADAS, HANKS, 'Are you sure?')
  const item = attention(ada).getByRole('link', { name: '1 text was not delivered' })
  await item.waitFor()
  await text(GLOBEX_KEY, HANKS, ADAS, 'START')
  await item.waitFor({ state: 'detached' })
})

test('invitations that wait for an answer are listed as soon as they are sent', async () => {
  await world.telephony(ACME_KEY, 'POST /company/contacts', {
    first_name: 'Cleo',
    work_email: 'cleo@example.com',
  })
  const item = attention(ada).getByRole('link', { name: '1 invitation has not been accepted yet' })
  await item.click()
  await ada.getByText('1 person', { exact: true }).waitFor()
  expect(await ada.getByLabel('Show').inputValue()).toBe('pending')
  await ada.getByRole('table').getByRole('link', { name: 'Cleo' }).waitFor()
})

test.skipIf(missingDocumentPrograms)('new and failed faxes are there, too', async () => {
  await section(ada, 'Overview').click()
  await fax(GLOBEX_KEY, ACME_FAX)
  await section(ada, 'Faxes 1 unread').waitFor()
  await attention(ada).getByRole('link', { name: '1 new fax' }).waitFor()
  await fax(ACME_KEY, '+12025559999')
  await attention(ada).getByRole('link', { name: '1 fax failed' }).click()
  await ada.getByRole('row', { name: /\+1 202 555 9999/ }).waitFor()
  expect(await ada.getByLabel('Failed only').isChecked()).toBe(true)
})

test('an instance that does not respond comes first', async () => {
  const page = await world.openPortal(ACME_KEY, 'locations')
  await page.route('**/instances/*/status', (route) =>
    route.fulfill({ json: { reachable: false, detail: 'The PBX does not respond' } }),
  )
  await section(page, 'Overview').click()
  const first = attention(page).getByRole('listitem').first()
  await first.getByRole('link', { name: '1 phone system is not reachable' }).waitFor()
  await first.getByRole('link', { name: 's01: The PBX does not respond' }).waitFor()
})

test('other users see what concerns them, on a phone, in the dark and in German', async () => {
  const contacts = await world.telephony<{ id: string }[]>(
    ACME_KEY,
    'GET /system/company/contacts?search=okri',
  )
  const page = await world.openPortal(ACME_KEY, '', {
    userId: contacts[0]!.id,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'de-DE',
  })
  await page.getByRole('heading', { level: 1, name: 'Hallo Ben' }).waitFor()
  await page.getByRole('link', { name: '1002 Ben Okri' }).first().waitFor()
  await page.getByText('+1 202 555 0102').waitFor()
  await page
    .getByRole('navigation', { name: 'Chat und Telefonie' })
    .getByRole('link', { name: 'Telefonie' })
    .waitFor()
  expect(await page.getByRole('link', { name: /ohne Person/ }).count()).toBe(0)
  await expectAccessible(page)
})

test('what could not be loaded is told, and loaded again', async () => {
  const page = await world.openPortal(ACME_KEY, 'locations')
  await page.route('**/company/emergency', (route) =>
    route.fulfill({ status: 500, json: { error: 'A disk is full.' } }),
  )
  await section(page, 'Overview').click()
  const error = attention(page).getByRole('alert')
  await error.waitFor()
  await page.unroute('**/company/emergency')
  await error.getByRole('button', { name: 'Try again' }).click()
  await attention(page)
    .getByRole('link', { name: /^Emergency calls: / })
    .waitFor()
})

test('a manager is told about the own phone, and about a company without extensions', async () => {
  const page = await world.openPortal(GLOBEX_KEY)
  await attention(page).getByRole('link', { name: 'Your phone is not registered' }).waitFor()
  const [{ uuid }] = await world.telephony<[{ uuid: string }]>(GLOBEX_KEY, 'GET /instances')
  const path = `/instances/${uuid}/bulks/extensions`
  for (const { _id } of await world.telephony<{ _id: string }[]>(GLOBEX_KEY, `GET ${path}`))
    await world.telephony(GLOBEX_KEY, `DELETE ${path}/${_id}`)
  await attention(page).getByRole('link', { name: 'No extensions yet: create one for each phone' }).waitFor()
})

test('somebody without an extension is told so, and whom to ask', async () => {
  const [{ id: ben }] = await world.telephony<[{ id: string }]>(
    ACME_KEY,
    'GET /system/company/contacts?search=okri',
  )
  const page = await world.openPortal(ACME_KEY, '', { userId: ben })
  const [{ uuid }] = await world.telephony<[{ uuid: string }]>(ACME_KEY, 'GET /instances')
  const extensions = await world.telephony<{ _id: string; data: { id: number } }[]>(
    ACME_KEY,
    `GET /instances/${uuid}/bulks/extensions`,
  )
  const bens = extensions.find(({ data }) => data.id === 1002)!
  await world.telephony(ACME_KEY, `DELETE /instances/${uuid}/bulks/extensions/${bens._id}`)
  await attention(page).getByRole('link', { name: 'You have no extension: nobody can call you' }).waitFor()
  await attention(page).getByText('Ask an administrator to assign one to you.').waitFor()
  expect(await page.getByText('All clear').count()).toBe(0)
})

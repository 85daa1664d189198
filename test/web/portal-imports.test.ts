import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let list: string
beforeAll(async () => {
  world = await startWebWorld()
  const [instance] = await world.telephony<{ uuid: string }[]>('dev-acme-key', 'GET /instances')
  list = `/instances/${instance!.uuid}/bulks/extensions`
})
afterAll(() => world?.stop())

async function openImport(): Promise<Page> {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog', { name: 'Import extensions' }).waitFor()
  return page
}

const choose = (page: Page, name: string, content: string | Buffer, mimeType = 'text/csv') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType, buffer: typeof content === 'string' ? Buffer.from(content) : content })

const numbers = async () =>
  (await world.telephony<{ data: { id: number } }[]>('dev-acme-key', `GET ${list}`)).map(
    ({ data }) => data.id,
  )

test('a table is checked first, and imported when all of it is right', async () => {
  const page = await openImport()
  await expectAccessible(page)
  await choose(
    page,
    'desks.csv',
    'number;name;email\n3001;"Desk; left";\n\n3002;Desk right;ben@example.com\n',
  )
  await page.getByText('2 extensions can be created.').waitFor()
  // The lines of the file, with the empty one counted.
  await page.getByRole('row', { name: '2 3001 · Desk; left Can be created' }).waitFor()
  await page.getByRole('row', { name: '4 3002 · Desk right · ben@example.com Can be created' }).waitFor()
  await expectAccessible(page)
  expect(await numbers()).not.toContain(3001)
  await page.getByRole('button', { name: 'Import 2 extensions' }).click()
  await page.getByText('2 extensions were created.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('row', { name: /3002/ }).getByText('Ben Okri').waitFor()
  expect(await numbers()).toEqual(expect.arrayContaining([3001, 3002]))
})

test('every mistake is told with its line and column, and nothing is created', async () => {
  const page = await openImport()
  await choose(page, 'desks.csv', 'number,name,email\n3101,Fine,\n1001,Taken,\n3102,,nobody@example.com\n')
  await page.getByText('2 of 3 rows cannot be imported').waitFor()
  const taken = page.getByRole('row', { name: /^3 1001/ })
  await taken.getByText('1001 is taken: extension 1001 already exists').waitFor()
  await taken.getByText('number', { exact: true }).waitFor()
  const unknown = page.getByRole('row', { name: /^4 3102/ })
  await unknown.getByText('nobody@example.com belongs to nobody in the organization').waitFor()
  await unknown.getByText('name', { exact: true }).waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('button', { name: 'Import 3 extensions' }).isDisabled()).toBe(true)
  expect(await page.getByRole('row', { name: /3101/ }).count()).toBe(0)
  await page.getByLabel('Only rows with errors').uncheck()
  await page
    .getByRole('row', { name: /^2 3101/ })
    .getByText('Can be created')
    .waitFor()
  expect(await numbers()).not.toContain(3101)
  // The corrected file.
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'desks.csv', 'number,name\n3101,Fine\n')
  await page.getByText('1 extension can be created.').waitFor()
})

test('a file that is no table at all is refused with the reason', async () => {
  const page = await openImport()
  await choose(page, 'desks.csv', 'number,colour,name\n3201,red,Desk\n')
  const alert = page.getByRole('dialog').getByRole('alert')
  await alert.getByText('colour').waitFor()
  await alert.getByText('is not a known column').waitFor()
  await choose(page, 'desks.csv', Buffer.from([0x6e, 0xff, 0xfe, 0x0a, 0x31]))
  await alert.getByText('must be encoded in UTF-8').waitFor()
  await choose(page, 'desks.csv', `number,name\n3201,${'x'.repeat(5 * 1024 * 1024)}\n`)
  await alert.getByText('The request is too large').waitFor()
})

test('somebody who was faster is told of, and nothing is created', async () => {
  const page = await openImport()
  await choose(page, 'desks.csv', 'number,name\n3301,Mine\n3302,Mine too\n')
  await page.getByText('2 extensions can be created.').waitFor()
  await world.telephony('dev-acme-key', `POST ${list}`, { data: { id: 3302, name: 'Theirs' } })
  await page.getByRole('button', { name: 'Import 2 extensions' }).click()
  await page.getByRole('dialog').getByRole('alert').getByText('3302 is taken').waitFor()
  expect(await numbers()).not.toContain(3301)
})

test('a list in JSON can be dropped', async () => {
  const page = await openImport()
  const json = JSON.stringify([{ data: { id: 3401, name: 'Dropped' }, purpose: 'mobile-app' }])
  const transfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(json)}], 'desks.json', { type: 'application/json' })); return data })()`,
  )
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: transfer })
  await page.getByRole('row', { name: '1 3401 · Dropped · mobile-app Can be created' }).waitFor()
  await page.getByRole('columnheader', { name: 'Entry' }).waitFor()
  await page.getByRole('button', { name: 'Import 1 extension' }).click()
  await page.getByText('1 extension was created.').waitFor()
})

test('the template is one that the server takes', async () => {
  const page = await openImport()
  const loading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download a template' }).click()
  const download = await loading
  expect(download.suggestedFilename()).toBe('extensions-template.csv')
  await choose(page, 'template.csv', readFileSync(await download.path()))
  await page.getByText('1 extension can be created.').waitFor()
})

test('long reports are on several pages', async () => {
  const page = await openImport()
  const rows = Array.from({ length: 120 }, (_, index) => `${4000 + index},Desk ${index}`)
  await choose(page, 'desks.csv', `number,name\n${rows.join('\n')}\n`)
  await page.getByText('120 extensions can be created.').waitFor()
  await page.getByText('Page 1 of 3').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await page.getByRole('row', { name: /^52 4050/ }).waitFor()
})

test('users are imported in the same way, on a phone and in the dark too', async () => {
  const page = await world.openPortal('dev-acme-key', 'users', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog', { name: 'Import people' }).waitFor()
  await expectAccessible(page)
  await choose(page, 'people.csv', 'first_name,email\nGrace,ben@example.com\n')
  await page.getByText('1 of 1 rows cannot be imported').waitFor()
  await page.getByText('ben@example.com belongs to another person in the organization').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'people.csv', 'first_name,email\nGrace,grace@example.com\n')
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await page.getByText('1 person was created.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('main').getByText('Grace').first().waitFor()
})

test('a large file is imported in the background, with a bar that shows how far it is', async () => {
  const page = await openImport()
  const rows = Array.from({ length: 700 }, (_, index) => `${50_000 + index},Desk ${index}`)
  await choose(page, 'desks.csv', `number,name\n${rows.join('\n')}\n`)
  await page.getByText('700 extensions can be created.').waitFor()
  await page.getByRole('button', { name: 'Import 700 extensions' }).click()
  await page.getByRole('progressbar', { name: 'Import progress' }).waitFor()
  await page.getByText('You can close this window.').waitFor()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  // The list shows what is still in progress, until it has ended.
  await page.getByRole('progressbar', { name: 'Import progress' }).waitFor({ state: 'detached' })
  const [last] = await world.telephony<{ status: string; created: number }[]>('dev-acme-key', 'GET /imports')
  expect(last).toMatchObject({ status: 'completed', created: 700 })
  await page.getByLabel('Search').first().fill('50699')
  await page.getByRole('row', { name: /50699/ }).waitFor()
})

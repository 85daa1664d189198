import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let instance: string
let list: string
beforeAll(async () => {
  world = await startWebWorld()
  const instances = await world.telephony<{ uuid: string }[]>('dev-acme-key', 'GET /instances')
  instance = instances[0]!.uuid
  list = `/instances/${instance}/bulks/extensions`
})
afterAll(() => world?.stop())

const contactOf = async (firstName: string) => {
  const contacts = await world.telephony<{ id: string; first_name: string }[]>(
    'dev-acme-key',
    'GET /system/company/contacts',
  )
  return contacts.find((one) => one.first_name === firstName)!.id
}

test('the list shows number, name, user, purpose and the state of the phone', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  const ada = page.getByRole('row', { name: /1001/ })
  await ada.waitFor()
  expect(await ada.getByRole('cell').allInnerTexts()).toEqual([
    '',
    '1001',
    'Ada Lovelace',
    'Not registered',
    'Ada Lovelace',
    'Mobile app',
  ])
  await page.getByRole('row', { name: /1003/ }).getByText('Nobody').waitFor()
  await expectAccessible(page)
})

test('it can be filtered, searched and sorted', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  const numbers = () => page.getByRole('table').getByRole('link').allInnerTexts()
  await page.getByText('3 extensions').waitFor()
  await page.getByLabel('Show').selectOption('Unassigned')
  await page.getByText('1 extension', { exact: true }).waitFor()
  expect(await numbers()).toEqual(['1003'])
  await page.getByLabel('Show').selectOption('My extensions')
  await page.getByRole('link', { name: '1001' }).waitFor()
  expect(await numbers()).toEqual(['1001'])
  await page.getByLabel('Show').selectOption('Mobile apps')
  await page.getByLabel('Search by').fill('ben')
  await page.getByText('Nothing found').waitFor()
  await page.getByLabel('Show').selectOption('All')
  await page.getByRole('link', { name: '1002' }).waitFor()
  expect(await numbers()).toEqual(['1002'])
  // Coming back from an extension, the list is as it was.
  await page.getByRole('link', { name: '1002' }).click()
  await page.getByRole('link', { name: 'All extensions' }).click()
  await page.getByText('1 extension', { exact: true }).waitFor()
  expect(await page.getByLabel('Search by').inputValue()).toBe('ben')
})

test('many extensions are on several pages', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    data: { id: 7000 + index, name: `Desk ${7000 + index}` },
  }))
  await world.telephony('dev-acme-key', `POST ${list}/import`, rows)
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByLabel('Search by').fill('Desk')
  await page.getByText('60 extensions').waitFor()
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('link', { name: '7059' }).waitFor()
  await expect.poll(() => page.getByRole('table').getByRole('link').count()).toBe(10)
})

test('selected extensions are changed and deleted together', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions')
  await page.getByLabel('Search by').fill('Desk 705')
  await page.getByText('10 extensions').waitFor()
  for (const number of ['7051', '7052'])
    await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Change 2 extensions' })
  await edit.getByLabel('Purpose').selectOption('Mobile app')
  await edit.getByLabel('Voicemail').selectOption('Yes')
  await edit.getByRole('button', { name: 'Apply changes' }).click()
  await edit.getByText('All 2 are done.').waitFor()
  await edit.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('row', { name: /7051/ }).getByText('Mobile app').waitFor()
  const found = await world.telephony<{ purpose: string; data: { id: number; voicemail_enable: string } }[]>(
    'dev-acme-key',
    `GET ${list}?search=Desk%20705`,
  )
  const changed = found.filter(
    ({ data, purpose }) => purpose === 'mobile-app' && data.voicemail_enable === 'yes',
  )
  expect(changed.map(({ data }) => data.id)).toEqual([7051, 7052])
  for (const number of ['7051', '7052'])
    await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete 2 extensions?' })
  await remove.getByText('7051 Desk 7051').waitFor()
  await remove.getByRole('button', { name: 'Delete' }).click()
  await remove.getByText('All 2 are done.').waitFor()
  await remove.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('8 extensions').waitFor()
})

test('the owner sees how to set up a phone: a QR code, and settings to copy', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByRole('link', { name: '1001' }).click()
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('img', { name: 'QR code for extension 1001' }).waitFor()
  await page.getByRole('button', { name: 'Copy as text' }).click()
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
  const copied = JSON.parse((await page.evaluate('navigator.clipboard.readText()')) as string)
  const search = await world.telephony<{ _id: string; 'qr-config': { password: string } }[]>(
    'dev-acme-key',
    `GET ${list}?search=1001`,
  )
  expect(copied).toEqual(search[0]!['qr-config'])
  await page.getByText('sip:1001@').waitFor()
  expect(await page.getByText(copied.password).count()).toBe(0)
  await page.getByRole('button', { name: 'Show Password' }).click()
  await page.getByText(copied.password).waitFor()
  await expectAccessible(page)
})

test('somebody else sees neither the passwords nor how to set up the phone', async () => {
  const ben = await contactOf('Ben')
  const page = await world.openPortal('dev-acme-key', 'extensions', { userId: ben })
  await page.getByRole('link', { name: '1001' }).click()
  await page
    .getByText('Only the owner and the person who has this extension can see the phone settings.')
    .waitFor()
  await page.getByLabel('Name', { exact: true }).waitFor()
  expect(await page.getByText('Credentials', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  expect(await page.getByLabel('Person', { exact: true }).isDisabled()).toBe(true)
  // Their own they do see.
  await page.getByRole('link', { name: 'All extensions' }).click()
  await page.getByRole('link', { name: '1002' }).click()
  await page.getByRole('button', { name: 'Show QR code' }).waitFor()
  await page.getByText('Credentials', { exact: true }).waitFor()
})

test('another company has its own extensions, and does not find these', async () => {
  const [extension] = await world.telephony<{ _id: string }[]>('dev-acme-key', `GET ${list}?search=1003`)
  const page = await world.openPortal('dev-globex-key', 'extensions')
  await page.getByText('1 extension', { exact: true }).waitFor()
  await page.getByText('Hank Scorpio').first().waitFor()
  await page.goto(`${world.url}/portal/extensions/${instance}/${extension!._id}`)
  await page.getByText('Phone system not found').waitFor()
})

test('with several instances one is chosen; an address that leads nowhere says so', async () => {
  await world.telephony('dev-globex-key', 'POST /company/locations', { name: 'Lair' })
  const page = await world.openPortal('dev-globex-key', 'extensions')
  const choice = page.getByLabel('Phone system')
  await page.getByText('Hank Scorpio').first().waitFor()
  await choice.selectOption({ index: 1 })
  await page.getByText('No extensions yet').waitFor()
  await page.goto(`${page.url()}/none`)
  await page.getByText('Extension not found').waitFor()
})

test('on a phone and in the dark it is as usable, also in German', async () => {
  const page = await world.openPortal('dev-acme-key', 'extensions', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'de-DE',
  })
  await page.getByRole('heading', { name: 'Nebenstellen', level: 1 }).waitFor()
  await page.getByRole('link', { name: '1001' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: '1001' }).click()
  await page.getByRole('button', { name: 'QR-Code anzeigen' }).click()
  await page.getByLabel('Klingeldauer', { exact: true }).waitFor({ state: 'attached' })
  await page.getByText('Eingehende Anrufe').click()
  await page.getByLabel('Klingeldauer', { exact: true }).waitFor()
  await expectAccessible(page)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseFound } from '../harness/web/choose-found.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

interface Key {
  id: string
  name: string
  scopes: string[]
  expires_at: string | null
}

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const keys = () => world.telephony<Key[]>(ACME, 'GET /api-keys')
const named = async (name: string) => (await keys()).filter((key) => key.name === name)
const works = (key: string) =>
  world.telephony(key, 'GET /system/company').then(
    () => true,
    () => false,
  )

async function benId(): Promise<string> {
  const [ben] = await world.telephony<[{ id: string }]>(ACME, 'GET /system/company/contacts?first_name=Ben')
  return ben.id
}

test('a key is created, shown once with a button that copies it, and works', async () => {
  const page = await world.openPortal(ACME, 'keys', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByText('Current key').waitFor()
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByLabel('Name').fill('Robot')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must have at least 1 entry').waitFor()
  expect(await named('Robot')).toEqual([])
  await dialog.getByLabel('Read').check()
  await dialog.getByLabel('Expires on').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must be in the future').waitFor()
  await dialog.getByLabel('Expires on').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const fresh = page.getByRole('dialog', { name: 'API key for Robot' })
  await fresh.getByRole('button', { name: 'Copy key' }).click()
  await fresh.getByRole('button', { name: 'Copied' }).waitFor()
  const key = String(await page.evaluate('navigator.clipboard.readText()'))
  expect(await works(key)).toBe(true)
  await fresh.getByText(key).waitFor()
  // A slip of the hand does not lose it.
  await page.keyboard.press('Escape')
  await fresh.getByText('Have you saved the key?').waitFor()
  await expectAccessible(page)
  await fresh.getByRole('button', { name: 'I have saved it' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'Robot' })
    .getByText(`…${key.slice(-4)}`)
    .waitFor()
  expect(await page.getByText(key).count()).toBe(0)
  expect(await named('Robot')).toMatchObject([{ scopes: ['read'] }])
})

test('it is renamed, gets other scopes, is rotated and deleted', async () => {
  const { key } = await world.telephony<{ key: string }>(ACME, 'POST /api-keys', {
    name: 'Cron',
    scopes: ['read'],
  })
  const page = await world.openPortal(ACME, 'keys', { colorScheme: 'dark' })
  await page.getByRole('button', { name: /^Actions for Cron/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Nightly')
  await page.getByLabel('Write').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row').filter({ hasText: 'Nightly' }).getByText('Write').waitFor()
  expect(await named('Nightly')).toMatchObject([{ scopes: ['read', 'write'], expires_at: null }])

  await page.getByRole('button', { name: /^Actions for Nightly/ }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  await page.getByLabel('Old key expires').selectOption('Immediately')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const fresh = page.getByRole('dialog', { name: 'API key for Nightly' })
  const made = await fresh.locator('code').innerText()
  await fresh.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('row').filter({ hasText: 'Nightly' }).getByText('Expired').waitFor()
  expect([await works(key), await works(made)]).toEqual([false, true])
  await expectAccessible(page)

  await page.getByRole('button', { name: `Actions for Nightly …${made.slice(-4)}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nightly was deleted').waitFor()
  expect(await works(made)).toBe(false)
})

test('a key that was replaced says so, and only its successor can be rotated', async () => {
  const old = await world.telephony<{ id: string; ending: string }>(ACME, 'POST /api-keys', {
    name: 'Chain',
    scopes: ['read'],
  })
  const next = await world.telephony<{ ending: string }>(ACME, `POST /api-keys/${old.id}/rotate`, {})
  const page = await world.openPortal(ACME, 'keys')
  await page.getByRole('row').filter({ hasText: old.ending }).getByText('Replaced').waitFor()
  expect(await page.getByRole('row').filter({ hasText: next.ending }).getByText('Replaced').count()).toBe(0)
  for (const [ending, can] of [
    [old.ending, false],
    [next.ending, true],
  ] as const) {
    await page.getByRole('button', { name: `Actions for Chain …${ending}` }).click()
    expect(await page.getByRole('menuitem', { name: 'Rotate' }).isEnabled()).toBe(can)
    await page.keyboard.press('Escape')
  }
})

test('the last key that can make others is kept, and says why', async () => {
  const page = await world.openPortal(ACME, 'keys')
  await page.getByRole('button', { name: /^Actions for Default/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('This seems to be the key you are signed in with').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alert').getByText("last API key with the scope 'admin'").waitFor()
  expect(await works(ACME)).toBe(true)
})

test('deleting a key closes the portal wherever it is used, and says why', async () => {
  const { key } = await world.telephony<{ key: string }>(ACME, 'POST /api-keys', {
    name: 'Mine',
    scopes: ['read', 'write', 'admin'],
  })
  const other = await world.openPortal(key, 'company')
  await other.getByText('Live', { exact: true }).waitFor()
  const page = await world.openPortal(key, 'keys')
  await page.getByRole('button', { name: /^Actions for Mine/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByLabel('API key').waitFor()
  await other.getByText('You were signed out').waitFor()
  await other.getByLabel('API key').fill(ACME)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('heading', { level: 1, name: 'Organization' }).waitFor()
})

test('the audit trail tells who changed what, with the value before and after', async () => {
  await world.telephony(ACME, 'PATCH /company', { website: 'https://one.example' })
  await world.telephony(ACME, 'PATCH /company', { website: 'https://two.example' })
  const page = await world.openPortal(ACME, 'audit')
  const entry = page.getByRole('listitem').filter({ hasText: 'Organization: changed' }).first()
  await entry.getByText('Ada Lovelace').waitFor()
  await entry.getByText('Organization: changed').click()
  const row = entry.getByRole('row').filter({ hasText: 'website' })
  await row.getByText('https://one.example').waitFor()
  await row.getByText('https://two.example').waitFor()
  await expect.poll(() => entry.getByRole('row').count()).toBe(2)
  await entry.getByText('With API key Default').waitFor()
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'All entries about this' }).click()
  await page.getByText('API key: created').first().waitFor({ state: 'detached' })
  await page.getByText('Organization: created').waitFor()
})

test('the trail is filtered and comes in pages', async () => {
  for (let number = 0; number < 26; number += 1)
    await world.telephony(ACME, 'PATCH /company', { phone: `+1202555${1000 + number}` })
  const page = await world.openPortal(ACME, 'audit', { viewport: { width: 390, height: 844 } })
  await page.getByLabel('Type', { exact: true }).selectOption('Location')
  await page.getByRole('listitem').filter({ hasText: 'Location: created' }).waitFor()
  await page.getByText('Organization: changed').first().waitFor({ state: 'detached' })
  await expectAccessible(page)
  await page.getByLabel('Type', { exact: true }).selectOption('Organization')
  await chooseFound(page.getByLabel('By', { exact: true }), 'Ada Lovelace')
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByRole('heading', { name: 'No entries found' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Page 1 of').waitFor()
})

test('keys and the trail are the owner’s, and those of another company are nowhere', async () => {
  const ben = await world.openPortal(ACME, 'keys', { userId: await benId() })
  await ben.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await ben.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  const hank = await world.openPortal('dev-globex-key', 'audit')
  await hank.getByText('Organization: created').waitFor()
  expect(await hank.getByText('Ada Lovelace').count()).toBe(0)
})

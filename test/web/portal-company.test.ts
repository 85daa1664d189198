import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

interface Company {
  name: string
  email: string
  emergency_contact_number: string
  employees: number
  revenue: number | null
  address: { city: string; country: string; street: { name: string; number: number | null } }
}

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const stored = () => world.telephony<Company>(ACME, 'GET /system/company')

async function benId(): Promise<string> {
  const contacts = await world.telephony<{ id: string; first_name: string }[]>(
    ACME,
    'GET /system/company/contacts?first_name=Ben',
  )
  return contacts[0]!.id
}

test('the owner changes the company and its address; the frame shows the new name at once', async () => {
  const page = await world.openPortal(ACME, 'company')
  await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.getByLabel('Name').fill('Acme Works')
  await page.getByLabel('Emergency contact number').fill('+12025550123')
  expect(await page.getByLabel('Annual revenue').isVisible()).toBe(false)
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Partner invite program').waitFor()
  await page.getByLabel('Annual revenue').fill('1000000')
  await page.getByLabel('Street', { exact: true }).fill('Main')
  await page.getByLabel('House number').fill('12')
  await page.getByLabel('City').fill('Springfield')
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('banner').getByText('Acme Works').waitFor()
  expect(await page.getByLabel('City').inputValue()).toBe('Springfield')
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  expect(await stored()).toMatchObject({
    name: 'Acme Works',
    emergency_contact_number: '+12025550123',
    revenue: 1_000_000,
    address: { city: 'Springfield', country: 'United States', street: { name: 'Main', number: 12 } },
  })
  await page.reload()
  await page.getByLabel('House number').waitFor()
  expect(await page.getByLabel('House number').inputValue()).toBe('12')
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Annual revenue').fill('much')
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  // A rejected value is not hidden.
  await page.getByLabel('Annual revenue').and(page.locator('[aria-invalid=true]')).waitFor()
  await page.getByLabel('Annual revenue').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect((await stored()).revenue).toBeNull()
})

test('only what was changed is sent: what somebody else changes meanwhile stays', async () => {
  const page = await world.openPortal(ACME, 'company')
  await page.getByLabel('Website').fill('https://acme.example')
  await world.telephony(ACME, 'PATCH /company', { phone: '+12025550177' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await stored()).toMatchObject({ website: 'https://acme.example', phone: '+12025550177' })
})

test('bad input is told at each field, keeps what was typed, and stores nothing', async () => {
  const before = await stored()
  const page = await world.openPortal(ACME, 'company')
  await page.getByLabel('Name').fill('   ')
  await page.getByLabel('Email', { exact: true }).fill('nobody')
  await page.getByLabel('House number').fill('twelve')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Please check the highlighted fields').waitFor()
  await page.getByText('must be more than blanks').waitFor()
  await page.getByText('must be an email address').waitFor()
  await page.getByText('must be a whole number').waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('nobody')
  // The first wrong field has the focus, and says what is wrong.
  expect(await page.evaluate('document.activeElement.value')).toBe('   ')
  expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  expect(await stored()).toEqual(before)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(before.email)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a user who is not the owner can only read', async () => {
  const page = await world.openPortal(ACME, 'company', { userId: await benId() })
  await page.getByText('Only the owner can change this.').waitFor()
  expect(await page.getByLabel('Name').getAttribute('readonly')).not.toBeNull()
  expect(await page.getByLabel('Setup in progress').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
})

test('another company sees its own', async () => {
  const page = await world.openPortal('dev-globex-key', 'company')
  await page.getByRole('banner').getByText('Globex').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Globex')
})

test('it can be used in the dark, on a phone, and in German', async () => {
  const phone = await world.openPortal(ACME, 'company', {
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
    locale: 'de-DE',
  })
  await phone.getByRole('heading', { level: 1, name: 'Organisation' }).waitFor()
  await expectAccessible(phone)
  const sections = phone.getByRole('button', { name: 'Bereiche' })
  expect(await phone.getByRole('link', { name: 'Personen' }).isVisible()).toBe(false)
  await sections.click()
  await phone.getByRole('link', { name: 'Personen' }).waitFor()
  await expectAccessible(phone)
  await phone.keyboard.press('Escape')
  await phone.getByRole('link', { name: 'Personen' }).waitFor({ state: 'hidden' })
  await sections.click()
  await phone.getByRole('link', { name: 'Personen' }).click()
  await phone.getByRole('heading', { level: 1, name: 'Personen' }).waitFor()
  expect(await phone.getByRole('link', { name: 'Organisation' }).isVisible()).toBe(false)
  // Nothing sticks out of the window.
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('the owner decides how long calls and voicemail are kept, and is asked before anything is deleted', async () => {
  const retention = () => world.telephony(ACME, 'GET /company/retention')
  const page = await world.openPortal(ACME, 'company')
  await page.getByLabel('Keep calls for').fill('90')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete older calls and messages?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await retention()).toMatchObject({ calls_days: null, voicemail_days: null, recordings_days: null })
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Save and delete' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await retention()).toMatchObject({ calls_days: 90, voicemail_days: null, recordings_days: null })
  await page.getByLabel('Keep voicemail for').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please check the highlighted fields').waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  // To keep more deletes nothing.
  await page.getByLabel('Keep calls for').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(retention)
    .toMatchObject({ calls_days: null, voicemail_days: null, recordings_days: null })
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
  await world.telephony(ACME, 'PATCH /company/retention', { voicemail_days: 30 })
  await expect.poll(() => page.getByLabel('Keep voicemail for').inputValue()).toBe('30')
})

test('other users do not see how long calls are kept', async () => {
  const page = await world.openPortal(ACME, 'company', { userId: await benId() })
  await page.getByText('Only the owner can change this.').waitFor()
  expect(await page.getByLabel('Keep calls for').count()).toBe(0)
})

test('the owner decides how people learn that they are recorded, and who may listen', async () => {
  const rules = () => world.telephony(ACME, 'GET /company/recording-rules')
  const page = await world.openPortal(ACME, 'company')
  await page.getByLabel('Notice', { exact: true }).selectOption('Words before the recording begins')
  await page.getByLabel('In which calls').selectOption('In all calls')
  await page.getByLabel('Administrators may listen to all recordings').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  expect(await rules()).toEqual({
    notice: 'announcement',
    notice_to: 'everybody',
    participants_listen: true,
    administrators_listen: true,
  })
  await world.telephony(ACME, 'PATCH /company/recording-rules', { notice: 'tone' })
  await expect.poll(() => page.getByLabel('Notice', { exact: true }).inputValue()).toBe('tone')
})

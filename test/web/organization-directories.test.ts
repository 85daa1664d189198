import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpCode } from '../../src/platform/secrets/totp.ts'
import { LDAP_ADMINISTRATOR, LDAP_BASE, LDAP_PASSWORD, startSlapd } from '../harness/start-slapd.ts'
import { expectAccessible, expectNoComplaints } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const PASSWORD = 'demo-password'

let world: WebWorld
let slapd: Awaited<ReturnType<typeof startSlapd>>
let page: Page
beforeAll(async () => {
  ;[world, slapd] = await Promise.all([startWebWorld(), startSlapd()])
  await slapd.addPerson('dora')
  await slapd.addPerson('emil')
  page = await world.openChat('ada', '#organization/directories')
  await page.getByRole('heading', { name: 'Directories', level: 1 }).waitFor()
})
afterAll(async () => {
  await world?.stop()
  await slapd?.end()
})

const card = (title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).last()
const dialog = () => page.getByRole('dialog')

/** Clicks a button that asks for the password, and gives it. */
async function prove(title: string, button: string, password = PASSWORD): Promise<void> {
  await card(title).getByRole('button', { name: button, exact: true }).click()
  await confirm(password)
}

async function confirm(password = PASSWORD): Promise<void> {
  await dialog().getByLabel('Your password').fill(password)
  await dialog().getByLabel('Your password').press('Enter')
}

const scimStatus = async (token: string) =>
  (await fetch(`${world.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } })).status
const ldap = async () =>
  world.chat<{ settings: Record<string, unknown> | null; report: unknown }>('ada', 'GET /realm/ldap')
async function hasAccount(email: string): Promise<boolean> {
  const { members } = await world.chat<{ members: { email: string }[] }>('ada', 'GET /users')
  return members.some((member) => member.email === email)
}

test('a SCIM token takes the password, is shown once, and works until it is replaced or removed', async () => {
  const scim = card('SCIM 2.0')
  await scim.getByText(`${world.url}/scim/v2`).waitFor()
  await scim.getByText('No token').waitFor()
  await prove('SCIM 2.0', 'Create token', 'wrong')
  await dialog().getByRole('alert').getByText('Wrong password!').waitFor()
  await expectAccessible(page)
  await confirm()
  const shown = page.getByRole('dialog', { name: 'Your SCIM token' })
  await shown.waitFor()
  await expectAccessible(page)
  const token = await shown.locator('code').innerText()
  expect(await scimStatus(token)).toBe(200)
  // It would be lost.
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Done' }).click()
  await scim.getByText('Connected', { exact: true }).waitFor()
  await page.reload()
  await scim.getByText('Last used').waitFor()
  expect(await scim.locator('dd').last().innerText()).not.toBe('Not yet')
  expect(await page.content()).not.toContain(token)
  await prove('SCIM 2.0', 'Replace token')
  const next = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: 'Done' }).click()
  expect([await scimStatus(token), await scimStatus(next)]).toEqual([401, 200])
  await scim.getByRole('button', { name: 'Remove token' }).click()
  await dialog().getByRole('button', { name: 'Remove token' }).click()
  await scim.getByText('No token').waitFor()
  expect(await scimStatus(next)).toBe(401)
})

test('a test says what is wrong with an LDAP directory before anything is stored', async () => {
  const form = card('LDAP')
  await form.getByRole('button', { name: 'Set up OpenLDAP' }).click()
  await form.getByLabel('Address', { exact: true }).fill(slapd.tlsUrl)
  await form.getByLabel('Bind DN', { exact: true }).fill(LDAP_ADMINISTRATOR)
  await form.getByLabel('Password of the bind DN').fill('wrong')
  await form.getByLabel('Base DN of the people').fill(`ou=people,${LDAP_BASE}`)
  await prove('LDAP', 'Test')
  await form.getByRole('alert').getByText('Certificate:').waitFor()
  await form.getByText('More', { exact: true }).click()
  await form.getByLabel('Certificate of the directory').fill(slapd.ca)
  // What was found says nothing about other settings.
  await form.getByRole('alert').waitFor({ state: 'detached' })
  await prove('LDAP', 'Test')
  await form.getByRole('alert').getByText('The directory refuses the bind DN or its password').waitFor()
  await expectAccessible(page)
  await form.getByLabel('Password of the bind DN').fill(LDAP_PASSWORD)
  await prove('LDAP', 'Test')
  await form.getByText('Found 2 people and 0 groups.').waitFor()
  expect((await ldap()).settings).toBeNull()
  expect(await page.getByRole('heading', { name: 'Sync with LDAP' }).count()).toBe(0)
})

test('the settings are stored with the password, and a refusal is shown where it is asked for', async () => {
  const form = card('LDAP')
  await form.getByLabel('Address', { exact: true }).fill('ldap://ldap.example.com')
  await prove('LDAP', 'Save')
  await dialog().getByRole('alert').getByText('Use ldaps://, or StartTLS').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await form.getByLabel('Address', { exact: true }).fill(slapd.tlsUrl)
  await form.getByLabel('People sign in with their password of the directory').check()
  await prove('LDAP', 'Save')
  await dialog().waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  expect((await ldap()).settings).toMatchObject({ url: slapd.tlsUrl, sign_in: true, sync_minutes: 0 })
  // The password is kept, and not shown.
  expect(await form.getByLabel('Password of the bind DN').inputValue()).toBe('')
  await prove('LDAP', 'Test')
  await form.getByText('Found 2 people and 0 groups.').waitFor()
})

test('a dry run names who would come and changes nothing; a sync creates them and is reported', async () => {
  const sync = card('Sync with LDAP')
  await sync.getByText('There has been no sync').waitFor()
  await prove('Sync with LDAP', 'Dry run')
  const planned = page.getByRole('region', { name: 'Result of the dry run' })
  await planned.getByText('Would be created: 2').waitFor()
  await planned.getByText('dora@example.com').waitFor()
  await expectAccessible(page)
  expect(await hasAccount('dora@example.com')).toBe(false)
  expect((await ldap()).report).toBeNull()
  await prove('Sync with LDAP', 'Sync now')
  const done = page.getByRole('region', { name: 'Last sync' })
  await done.getByText('Created: 2').waitFor()
  expect(await hasAccount('dora@example.com')).toBe(true)
  await slapd.remove(`uid=dora,ou=people,${LDAP_BASE}`)
  await prove('Sync with LDAP', 'Dry run')
  await planned.getByText('Would be closed: 1').waitFor()
  await slapd.stop()
  await prove('Sync with LDAP', 'Dry run')
  await planned.getByRole('alert').waitFor()
  expectNoComplaints(page)
})

test('with a second factor, its code is asked for, too', async () => {
  const { secret } = await world.chat<{ secret: string }>('ada', 'POST /users/me/two_factor', {
    password: PASSWORD,
  })
  const code = totpCode(secret, Date.now() / 1000)
  const confirmed = await world.chat<{ recovery_codes: string[] }>(
    'ada',
    'POST /users/me/two_factor/confirm',
    {
      code,
    },
  )
  // The other sessions have ended.
  page = await world.openChat('ada', '#organization/directories')
  await card('SCIM 2.0').getByRole('button', { name: 'Create token' }).click()
  await dialog().getByLabel('Code').fill(confirmed.recovery_codes[0]!)
  await confirm()
  await page.getByRole('dialog', { name: 'Your SCIM token' }).waitFor()
})

test('it can be used on a phone, in the dark and in German; the directory is disconnected', async () => {
  await world.chat('ada', 'PATCH /settings', { default_language: 'de' })
  const phone = await world.openChat('ada', '#organization/directories', {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  })
  await phone.getByRole('heading', { name: 'Letzter Abgleich' }).waitFor()
  await expectAccessible(phone)
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await phone.getByRole('button', { name: 'Trennen' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Trennen' }).click()
  await phone.getByRole('button', { name: 'OpenLDAP einrichten' }).waitFor()
  expect((await ldap()).settings).toBeNull()
  expect(await hasAccount('emil@example.com')).toBe(true)
})

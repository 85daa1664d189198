import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpCode } from '../../src/platform/secrets/totp.ts'
import { TestSamlProvider } from '../harness/saml-provider.ts'
import {
  redirectUrisOf,
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../harness/start-openid-provider.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let provider: TestOpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider()
  world = await startWebWorld()
  provider.serve(redirectUrisOf(world.url))
})
afterAll(async () => {
  await world?.stop()
  await provider?.stop()
})

test('an administrator sets up a provider, tests it, and people sign in there', async () => {
  const page = await world.openChat('ada', '#organization/sign-in')
  await page.getByRole('button', { name: 'New provider' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Acme ID')
  await dialog.getByLabel('Issuer').fill(provider.settings.OPENID_ISSUER!)
  await dialog.getByLabel('Client ID').fill(provider.settings.OPENID_CLIENT_ID!)
  await dialog.getByLabel('Client secret').fill('wrong')
  await dialog.getByRole('switch', { name: 'People can sign in here' }).click()
  await dialog.getByLabel('Your password').fill('demo-password')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('The provider does not accept the client id with this client secret.').waitFor()
  await dialog
    .getByText(/\/api\/v1\/openid\/\d+\/callback$/)
    .first()
    .waitFor()
  await dialog.getByText(/\/api\/v1\/openid\/backchannel_logout$/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Actions for Acme ID' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Client secret').fill(provider.settings.OPENID_CLIENT_SECRET!)
  await dialog.getByText('More', { exact: true }).click()
  await dialog.getByLabel('Claim with the groups').fill('groups')
  await dialog.getByLabel('Group of the guests').fill('externals')
  await dialog.getByLabel('Your password').fill('demo-password')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  provider.person = { sub: 'ben', email: 'ben@example.com', email_verified: true }
  const { identity_providers: stored } = await world.chat<{ identity_providers: object[] }>(
    'ada',
    'GET /realm/identity_providers',
  )
  const groups = {
    attribute: 'groups',
    administrators_group: '',
    guests_group: 'externals',
    user_groups: false,
  }
  expect(stored).toEqual([expect.objectContaining({ groups })])
  const stranger = await world.openStranger('/')
  await stranger.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await stranger.getByRole('link', { name: 'general' }).first().waitFor()
})

test('a SAML provider shows what to enter there', async () => {
  const page = await world.openChat('ada', '#organization/sign-in', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await page.getByRole('button', { name: 'New provider' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Protocol').selectOption('SAML 2.0')
  await dialog.getByLabel('Name').fill('Acme SAML')
  await dialog.getByLabel('Metadata of the provider').fill(new TestSamlProvider().metadata)
  await dialog.getByLabel('Your password').fill('demo-password')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Its certificate').waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Actions for Acme SAML' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByText(/\/api\/v1\/saml\/\d+\/acs$/).waitFor()
  await expectAccessible(page)
})

test('a required second factor is set up at the next sign-in, before anything else', async () => {
  const begun = await world.chat('ada', 'POST /users/me/two_factor', {
    password: 'demo-password',
  })
  await world.chat('ada', 'POST /users/me/two_factor/confirm', {
    code: totpCode(String(begun.secret), Date.now() / 1000),
  })
  await world.chat('ada', 'PATCH /realm', { two_factor_required_for: 3 })
  const page = await world.openStranger('/')
  await page.getByLabel('Email').fill('cleo@example.com')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill('demo-password')
  await page.getByRole('dialog').getByRole('button', { name: 'Set up' }).click()
  const secret = await page.getByRole('dialog').locator('code').first().innerText()
  await page.getByLabel('Code from the app').fill(totpCode(secret.replaceAll(/\s/g, ''), Date.now() / 1000))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByRole('link', { name: 'general' }).first().waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'One more step' }).count()).toBe(0)
})

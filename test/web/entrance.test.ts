import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpCode } from '../../src/platform/secrets/totp.ts'
import { type MailCatcher, startMailCatcher } from '../harness/mail-catcher.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../harness/start-openid-provider.ts'
import { expectAccessibleInBothThemes } from '../harness/web/visit-view.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let mails: MailCatcher
let provider: TestOpenIdProvider
beforeAll(async () => {
  mails = await startMailCatcher()
  provider = await startOpenIdProvider()
  world = await startWebWorld({
    SMTP_URL: mails.url,
    MAIL_FROM: 'switchboard@example.com',
    ...provider.settings,
  })
  provider.serve(`${world.url}/api/v1/openid/callback`)
})
afterAll(async () => {
  await world?.stop()
  await provider?.stop()
  await mails?.stop()
})

/** The path of the link in the newest mail to this address. */
async function linkTo(email: string): Promise<string> {
  const mail = () => mails.mails.findLast(({ recipients }) => recipients.includes(email))?.text ?? ''
  await expect.poll(mail).toMatch(/https?:\S+/)
  return new URL(/https?:\S+/.exec(mail())![0]).pathname
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('joining with a mail: the account, signed in, and a welcome that is shown once', async () => {
  await world.chat('ben', 'POST /invites', {
    invitee_emails: 'dora@example.com',
    stream_ids: [await world.streamId('test')],
  })
  const path = await linkTo('dora@example.com')
  const page = await world.openStranger(path)
  await title(page, 'Join Acme').waitFor()
  await page.getByText('Ben Okri has invited you.').waitFor()
  await expectAccessibleInBothThemes(page)
  expect(await page.getByLabel('Email address').inputValue()).toBe('dora@example.com')
  await page.getByLabel('Your name').fill('*')
  await page.getByLabel('Choose a password').fill('long enough')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('alert').getByText('Invalid characters in name!').waitFor()
  await page.getByLabel('Your name').fill('Dora Bell')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Account of Dora Bell' }).waitFor()
  await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor()
  // The phones come a moment later, without loading the page again.
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('Phones').waitFor()
  await expectAccessibleInBothThemes(page)
  await page.reload()
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Account of Dora Bell' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Welcome to Acme' }).count()).toBe(0)
  await page.goto(path)
  await title(page, 'This invitation has been used').waitFor()
  await expectAccessibleInBothThemes(page)
})

test('a link for many mails a link to the address, in German and in the dark', async () => {
  const { invite_link: link } = await world.chat<{ invite_link: string }>('ada', 'POST /invites/multiuse')
  const page = await world.openStranger(new URL(link).pathname, {
    locale: 'de-DE',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  await title(page, 'Acme beitreten').waitFor()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('E-Mail-Adresse').fill('emil@example.com')
  await page.getByRole('button', { name: 'Link senden' }).click()
  await page.getByText('Wir haben eine E-Mail an emil@example.com gesendet.').waitFor()
  await page.goto(await linkTo('emil@example.com'))
  await page.getByLabel('Ihr Name').fill('Emil Erpel')
  await page.getByLabel('Passwort wählen').fill('long enough')
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await page.getByRole('heading', { name: 'Willkommen bei Acme' }).waitFor()
})

test('a forgotten password: the link, the new password, and inside; the link works once', async () => {
  await world.chat('ada', 'POST /users', {
    email: 'fay@example.com',
    password: 'the first one',
    full_name: 'Fay Fox',
  })
  const page = await world.openStranger('/')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  // The page does not reveal whether the account exists.
  await page.getByLabel('Email address').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('If this account exists').waitFor()
  await page.getByLabel('Email address').fill('fay@example.com')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('If this account exists').waitFor()
  const path = await linkTo('fay@example.com')
  await page.goto(path)
  await title(page, 'Choose a new password').waitFor()
  await page.getByText('For the account fay@example.com.').waitFor()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('New password').fill('the second one')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByRole('button', { name: 'Account of Fay Fox' }).waitFor()
  const other = await world.openStranger(path)
  await title(other, 'This link no longer works').waitFor()
  await expectAccessibleInBothThemes(other)
  await other.getByRole('link', { name: 'Ask for a new link' }).click()
  await other.getByRole('button', { name: 'Send reset link' }).waitFor()
})

test('a new email address is confirmed by a button, once', async () => {
  const cleo = await world.openChat('cleo', '#settings/profile')
  const ask = async (email: string, password: string) => {
    await cleo.getByLabel('New email address').fill(email)
    await cleo.getByLabel('Your password').fill(password)
    await cleo.getByRole('button', { name: 'Change email address' }).click()
  }
  await ask('ada@example.com', 'a guess')
  await cleo.getByText('Wrong password!').waitFor()
  await ask('ada@example.com', 'demo-password')
  await cleo.getByText('Already has an account.').waitFor()
  await ask('cleo@example.org', 'demo-password')
  await cleo.getByText('We sent a link to cleo@example.org.').waitFor()
  await cleo.getByText('Your address is cleo@example.com.').waitFor()
  const page = await world.openStranger(await linkTo('cleo@example.org'))
  await title(page, 'Confirm your new email address').waitFor()
  await page.getByText('cleo@example.org').waitFor()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await title(page, 'Email address changed').waitFor()
  await cleo.getByText('Your address is cleo@example.org.').waitFor()
  await page.reload()
  await title(page, 'This link no longer works').waitFor()
  await page.getByText('change your email address in your settings again').waitFor()
})

test('an address that nobody has confirmed gets no mails, and its owner confirms it in the settings', async () => {
  const person = { email: 'faye@example.com', full_name: 'Faye Valentine', password: 'long enough' }
  await world.chat('ada', 'POST /users', person)
  const faye = await world.openStranger('/docs')
  await faye.request.post('/api/v1/dev_sessions', {
    form: { username: person.email },
    headers: { origin: world.url },
  })
  await faye.goto('/#settings/notifications')
  await faye.getByText('Nobody has confirmed that faye@example.com is yours.').waitFor()
  await expectAccessibleInBothThemes(faye)
  await faye.getByRole('button', { name: 'Confirm my address' }).click()
  await faye.getByText('We sent a link to faye@example.com.').waitFor()
  const page = await world.openStranger(await linkTo('faye@example.com'))
  await title(page, 'Confirm your email address').waitFor()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await title(page, 'Email address confirmed').waitFor()
  await faye.reload()
  await faye.getByLabel('Send mail about missed messages').waitFor()
  expect(await faye.getByRole('button', { name: 'Confirm my address' }).count()).toBe(0)
})

test('unknown links and addresses say so, and lead back', async () => {
  const page = await world.openStranger('/join/nothing')
  await title(page, 'This invitation does not exist').waitFor()
  for (const path of ['/nowhere', '/user_uploads/1/none/a.png']) {
    expect((await page.goto(path))?.status()).toBeGreaterThanOrEqual(400)
    await title(
      page,
      path === '/nowhere' ? 'This page does not exist' : 'This file cannot be opened',
    ).waitFor()
    await expectAccessibleInBothThemes(page)
  }
  await page.getByRole('link', { name: 'Open Switchboard' }).click()
  await page.getByLabel('Password').waitFor()
})

test('an app that cannot be loaded says so', async () => {
  const page = await world.openStranger('/nowhere')
  await page.route(/workspace-app.*\.js/, (route) => route.abort())
  await page.goto('/')
  await title(page, 'Something went wrong').waitFor()
  await page.unroute(/workspace-app.*\.js/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByLabel('Password').waitFor()
})

test('two-factor authentication: set up with an app, and asked for after the password', async () => {
  const account = { email: 'tara@example.com', password: 'the first one' }
  await world.chat('ada', 'POST /users', { ...account, full_name: 'Tara Two' })
  const signIn = async (page: Page) => {
    await page.getByLabel('Email address').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const page = await world.openStranger('/#settings/account')
  await signIn(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await expectAccessibleInBothThemes(page)
  const secret = await dialog.locator('code').innerText()
  await dialog.getByLabel('Code from the app').fill(totpCode(secret, Date.now() / 1000))
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  const codes = await dialog
    .getByRole('list', { name: 'Your recovery codes' })
    .locator('code')
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByText('10 recovery codes left').waitFor()

  const other = await world.openStranger('/')
  await signIn(other)
  await other.getByLabel('Code').fill('000000')
  await expectAccessibleInBothThemes(other)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('alert').getByText('The code is wrong').waitFor()
  await other.getByLabel('Code').fill(codes[0]!)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('button', { name: 'Account of Tara Two' }).waitFor()

  await page.getByRole('button', { name: 'Switch off' }).click()
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByLabel('Code').fill(codes[1]!)
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
})

test('with a provider instead of a password: inside, on the page that was asked for', async () => {
  provider.person = { sub: 'ben', email: 'ben@example.com', email_verified: true }
  const page = await world.openStranger('/?next=%2Fportal%2Fusers')
  await page.getByRole('link', { name: 'Continue with Acme ID' }).waitFor()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Account of Ben Okri' }).waitFor()
})

test('joining with a provider: no password, and the welcome', async () => {
  const { invite_link: link } = await world.chat<{ invite_link: string }>('ada', 'POST /invites/multiuse')
  provider.person = { sub: 'gina', name: 'Gina Gold', email: 'gina@example.com', email_verified: true }
  const page = await world.openStranger(new URL(link).pathname)
  await page.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await page.getByRole('button', { name: 'Account of Gina Gold' }).waitFor()
  await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor()
})

test('a person who cancels, a provider that does not answer or does not know the address: each has a page', async () => {
  const page = await world.openStranger('/')
  // After a failed sign-in, the server asks the provider anew.
  provider.person = undefined
  await page.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await title(page, 'You cancelled signing in').waitFor()
  provider.isDown = true
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await title(page, 'The sign-in provider does not answer').waitFor()
  await expectAccessibleInBothThemes(page)
  provider.isDown = false
  provider.person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true }
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await title(page, 'You have no account here').waitFor()
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click()
  await page.getByLabel('Password').waitFor()
  const dark = await world.openStranger('/sign-in-failed/unverified_email', {
    locale: 'de-DE',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  await title(dark, 'Ihre E-Mail-Adresse ist nicht bestätigt').waitFor()
  await expectAccessibleInBothThemes(dark)
})

test('without JavaScript there is a notice', async () => {
  const page = await world.openStranger('/join/any', { javaScriptEnabled: false })
  await page.getByRole('heading', { name: 'Switchboard needs JavaScript' }).waitFor()
})

test('the sign-in page shows name, icon and description of the organization, rendered', async () => {
  await world.chat('ada', 'PATCH /realm', { description: 'We make **anvils**. <b>Really</b>.' })
  const page = await world.openStranger('/')
  await page.locator('strong', { hasText: 'anvils' }).waitFor()
  await page.getByText('<b>Really</b>').waitFor()
  expect(await page.getByText('<p>').count()).toBe(0)
  expect(await page.locator('main img').first().getAttribute('src')).toMatch(/^\/avatars\/initials\//)
  await expectAccessibleInBothThemes(page)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode } from '../../src/platform/secrets/totp.ts'
import { expectAccessibleInBothThemes } from '../harness/web/visit-view.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

/** Entrance.test.ts goes through joining, mails and providers; these are the pages that it does not open. */
interface Entrance {
  name: string
  path: string | (() => Promise<string>)
  /** the title of the page */
  title: string
  /** Buttons to press, one after the other. */
  press?: readonly string[]
}

const GLOBEX = 'dev-globex-key'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

async function newPassword(email: string): Promise<string> {
  const { members } = await world.chat<{ members: { email: string; user_id: number }[] }>('ada', 'GET /users')
  const { user_id: id } = members.find((one) => one.email === email)!
  const { reset_link: link } = await world.chat<{ reset_link: string }>(
    'ada',
    `POST /users/${id}/password_reset`,
  )
  return new URL(link).pathname
}

/** An account from a directory has no password yet. */
async function firstPassword(): Promise<string> {
  const { token } = await world.chat<{ token: string }>('ada', 'POST /realm/scim/token', {
    password: 'demo-password',
  })
  const email = 'fern@example.com'
  const response = await fetch(`${world.url}/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: email,
      name: { givenName: 'Fern', familyName: 'Frost' },
      emails: [{ value: email, primary: true }],
      active: true,
    }),
  })
  expect(response.status).toBe(201)
  return newPassword(email)
}

async function phoneInvitation(): Promise<string> {
  const { id } = await world.telephony<{ id: string }>(GLOBEX, 'POST /company/contacts', {
    first_name: 'Frank',
    contacts: { email: 'frank@example.com' },
  })
  const { link } = await world.telephony<{ link: string }>(
    GLOBEX,
    `POST /company/contacts/${id}/invitation/link`,
  )
  return new URL(link).pathname
}

async function joinLink(): Promise<string> {
  const { invite_link: link } = await world.chat<{ invite_link: string }>('ada', 'POST /invites/multiuse')
  return new URL(link).pathname
}

const pages: Entrance[] = [
  { name: 'signing in', path: '/', title: 'Acme' },
  { name: 'a forgotten password', path: '/', title: 'Acme', press: ['Forgot your password?'] },
  { name: 'the portal with a key', path: '/portal', title: 'Self-service portal' },
  { name: 'joining by a link', path: joinLink, title: 'Join Acme' },
  { name: 'a new password', path: () => newPassword('gus@example.com'), title: 'Choose a new password' },
  { name: 'the first password', path: firstPassword, title: 'Welcome to Acme' },
  { name: 'an invitation to the phones', path: phoneInvitation, title: 'Globex invites you' },
  {
    name: 'a wrong invitation to the phones',
    path: '/portal/invitation/nothing',
    title: 'Invitation not found',
  },
  ...['join', 'reset-password', 'email_changes', 'unsubscribe'].map((kind) => ({
    name: `a wrong link: ${kind}`,
    path: `/${kind}/nothing`,
    title: kind === 'join' ? 'This invitation does not exist' : 'This link',
  })),
  { name: 'a failed sign-in', path: '/sign-in-failed/other_person', title: '' },
  { name: 'an unknown page', path: '/nowhere', title: 'This page does not exist' },
]

describe('an entrance, in both themes:', () => {
  test.each(pages)('$name', async ({ path, title, press = [] }) => {
    const page = await world.openStranger(typeof path === 'string' ? path : await path())
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    for (const name of press) await page.getByRole('button', { name }).press('Enter')
    await expectAccessibleInBothThemes(page)
  })
})

test('who has to set up a second factor first, in both themes', async () => {
  // An administrator who requires it has one.
  const { secret } = await world.chat<{ secret: string }>('ada', 'POST /users/me/two_factor', {
    password: 'demo-password',
  })
  const code = totpCode(secret, Date.now() / 1000)
  await world.chat('ada', 'POST /users/me/two_factor/confirm', { code })
  await world.chat('ada', 'PATCH /realm', { two_factor_required_for: 4 })
  const page = await world.openChat('ben', '')
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await expectAccessibleInBothThemes(page)
})

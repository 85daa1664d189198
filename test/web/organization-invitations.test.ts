import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld()
  page = await world.openChat('ada', '#organization/invitations', {
    permissions: ['clipboard-write', 'clipboard-read'],
  })
  await page.getByText('No open invitations').waitFor()
})
afterAll(() => world?.stop())

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const choose = async (name: string, action: string) => {
  await page
    .locator('main')
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
const byMail = () => page.locator('form').filter({ has: page.getByLabel('Email addresses') })
const streamsOf = async (email: string) => {
  const { user } = await world.chat<{ user: { user_id: number; role: number } }>('ada', `GET /users/${email}`)
  const { stream_id } = await world.chat<{ stream_id: number }>('ada', 'GET /get_stream_id', {
    stream: 'random',
  })
  const { is_subscribed } = await world.chat<{ is_subscribed: boolean }>(
    'ada',
    `GET /users/${user.user_id}/subscriptions/${stream_id}`,
  )
  return { role: user.role, random: is_subscribed }
}

test('addresses that cannot be invited are named, and nothing is lost', async () => {
  await expectAccessible(page)
  await byMail().getByLabel('Email addresses').fill('dora@example.com\nnonsense')
  await page.getByRole('button', { name: 'Create invitations' }).click()
  await page.getByRole('alert').getByText('nonsense: Invalid address.').waitFor()
  expect(await byMail().getByLabel('Email addresses').inputValue()).toBe('dora@example.com\nnonsense')
  expect((await world.chat<{ invites: unknown[] }>('ada', 'GET /invites')).invites).toEqual([])
})

test('a person who is invited joins with the link that the inviter passed on, with role and streams', async () => {
  await byMail().getByLabel('Email addresses').fill('dora@example.com, ben@example.com')
  await byMail().getByLabel('They join as').selectOption('Guest')
  await byMail().getByLabel('random').check()
  await page.getByRole('button', { name: 'Create invitations' }).click()
  // The rest was invited: no mail was sent, and the link is there to copy.
  const dialog = page.getByRole('dialog', { name: 'Invitations created' })
  await dialog.getByText('No mail was sent: this server has no mail server.').waitFor()
  await expectAccessible(page)
  const link = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Copy: Link of dora@example.com' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(await page.getByText('Invitations sent').count()).toBe(0)
  // Only what did not work is left to look at.
  await page.getByRole('alert').getByText('ben@example.com: Already has an account.').waitFor()
  expect(await byMail().getByLabel('Email addresses').inputValue()).toBe('ben@example.com')
  await row('dora@example.com').getByText('Guest').waitFor()
  await expectAccessible(page)
  const stranger = await world.openStranger(new URL(link).pathname)
  await stranger.getByLabel('Your name').fill('Dora Hall')
  await stranger.getByLabel('Choose a password').fill('long enough')
  await stranger.getByRole('button', { name: 'Create account' }).click()
  await stranger.getByRole('heading', { name: 'Welcome to Acme' }).waitFor()
  // Used: gone from the list by itself.
  await page.getByText('No open invitations').waitFor()
  expect(await streamsOf('dora@example.com')).toEqual({ role: 600, random: true })
})

test('a link is created, copied, used and revoked', async () => {
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const ready = page.getByRole('status').filter({ hasText: 'Your link is ready' })
  const link = await ready.locator('code').innerText()
  await choose('Link #2', 'Copy link')
  await page.getByText('Link copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
  const stranger = await world.openStranger(new URL(link).pathname)
  await stranger.getByLabel('Email address').fill('emil@example.com')
  await stranger.getByLabel('Your name').fill('Emil Frost')
  await stranger.getByLabel('Choose a password').fill('long enough')
  await stranger.getByRole('button', { name: 'Create account' }).click()
  await stranger.getByRole('heading', { name: 'Welcome to Acme' }).waitFor()
  await choose('Link #2', 'Revoke')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No open invitations').waitFor()
  const late = await world.openStranger(new URL(link).pathname)
  await late.getByRole('heading', { name: 'This invitation has been revoked' }).waitFor()
})

test('an invitation of somebody else appears, and its link is copied and revoked', async () => {
  await world.chat('ben', 'POST /invites', { invitee_emails: 'frida@example.com' })
  await row('frida@example.com').getByText('Ben Okri').waitFor()
  await choose('frida@example.com', 'Copy link')
  await page.getByText('Link copied').last().waitFor()
  const ben = await world.openChat('ben', '#organization/invitations')
  await ben.getByRole('row').filter({ hasText: 'frida@example.com' }).waitFor()
  await choose('frida@example.com', 'Revoke')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await ben.getByText('No open invitations').waitFor()
})

test('members do not invite where that is for administrators only', async () => {
  const ben = await world.openChat('ben', '#organization/invitations')
  await ben.getByLabel('Email addresses').waitFor()
  expect(await ben.getByLabel('They join as').first().innerText()).not.toContain('Administrator')
  await world.chat('ada', 'PATCH /realm', { invite_by_admins_only: true })
  await ben.getByText('Only administrators can invite people').waitFor()
  expect(await ben.getByLabel('Email addresses').count()).toBe(0)
})

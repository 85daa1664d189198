import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let hookKey: string
beforeAll(async () => {
  world = await startWebWorld()
  const { bots } = await world.chat<{ bots: { full_name: string; api_key: string }[] }>('ada', 'GET /bots')
  hookKey = bots.find((bot) => bot.full_name === 'Hook Bot')!.api_key
  await world.chat('ada', 'POST /invites', { invitee_emails: 'secret@example.com' })
})
afterAll(() => world?.stop())

/** Everything that the server sends to a window from its first request on. */
async function openListening(person: 'ben' | 'gus', at: string): Promise<{ page: Page; heard: string[] }> {
  const heard: string[] = []
  const page = await world.openChat(person)
  page.on('response', async (response) => {
    if (response.url().includes('/api/v1/')) heard.push(await response.text().catch(() => ''))
  })
  await page.goto(`/${at}`)
  await page.reload()
  return { page, heard }
}

test('members see what they may know, and nothing of the rest reaches their page', async () => {
  const { page, heard } = await openListening('ben', '#organization/people')
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Organization' }).getByRole('link')
  expect(await tabs.allInnerTexts()).toEqual(['People', 'Invitations', 'Emoji', 'Linkifiers', 'Integrations'])
  await page.getByRole('cell', { name: 'cleo@example.com' }).waitFor()
  expect(
    await page
      .locator('main')
      .getByRole('button', { name: /^Actions for|Create an account/ })
      .count(),
  ).toBe(0)
  await expectAccessible(page)
  await page.goto('/#organization/invitations')
  await page.getByText('No open invitations').waitFor()
  await page.goto('/#organization/integrations/json')
  // Ben has no webhook bot: only a new one is offered.
  await page.getByRole('button', { name: 'Create the bot' }).waitFor()
  expect(await page.getByText('Hook Bot').filter({ visible: true }).and(page.locator('option')).count()).toBe(
    0,
  )
  const everything = heard.join('\n')
  expect(everything).toContain('realm_users')
  expect(everything).not.toContain(hookKey)
  expect(everything).not.toContain('secret@example.com')
})

test('pages of administrators are not there for members, also by their address', async () => {
  const page = await world.openChat('ben', '#organization/settings')
  for (const tab of [
    'settings',
    'sign-in',
    'directories',
    'bots',
    'streams',
    'numbers',
    'profile-fields',
    'exports',
    'stored',
  ]) {
    await page.goto(`/#organization/${tab}`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.locator('main').getByRole('textbox').count()).toBe(0)
  }
})

test('guests do not come here at all', async () => {
  const { page, heard } = await openListening('gus', '#organization/invitations')
  await page.getByText('Not for guests').waitFor()
  expect(await page.getByRole('navigation', { name: 'Organization' }).count()).toBe(0)
  expect(heard.join('\n')).not.toContain(hookKey)
  expect(heard.join('\n')).not.toContain('secret@example.com')
})

test('a new administrator sees the rest at once, and a former one no longer', async () => {
  const page = await world.openChat('ben', '#organization/people')
  const tabs = page.getByRole('navigation', { name: 'Organization' })
  await tabs.getByRole('link', { name: 'People' }).waitFor()
  const { user } = await world.chat<{ user: { user_id: number } }>('ada', 'GET /users/ben@example.com')
  await world.chat('ada', `PATCH /users/${user.user_id}`, { role: 200 })
  await tabs.getByRole('link', { name: 'Exports' }).click()
  await page.getByText('No exports yet').waitFor()
  await world.chat('ada', `PATCH /users/${user.user_id}`, { role: 400 })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})

test('administrators look after all bots without seeing the keys of others', async () => {
  const page = await world.openChat('ada', '#organization/bots')
  const row = page.getByRole('row').filter({ hasText: 'Echo Bot' })
  await row.getByText('Ben Okri').waitFor()
  await expectAccessible(page)
  expect(await page.locator('main').innerText()).not.toContain(hookKey)
  await page.locator('main').getByRole('button', { name: 'Actions for Echo Bot' }).click()
  await page.getByRole('menuitem', { name: 'Change owner' }).click()
  await page.getByRole('dialog').getByLabel('Owner').selectOption('Cleo Vance')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await row.getByText('Cleo Vance').waitFor()
  await page.locator('main').getByRole('button', { name: 'Actions for Echo Bot' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await row.getByText('Deactivated').waitFor()
  await page.locator('main').getByRole('button', { name: 'Actions for Echo Bot' }).click()
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  await row.getByText('Active', { exact: true }).waitFor()
})

test('streams become default streams and are archived; exports are made, fetched and deleted', async () => {
  const page = await world.openChat('ada', '#organization/streams')
  const row = page.getByRole('row').filter({ hasText: 'random' })
  await row.getByRole('link', { name: 'random' }).waitFor()
  await expectAccessible(page)
  await page.locator('main').getByRole('button', { name: 'Actions for random' }).click()
  await page.getByRole('menuitem', { name: 'Make default stream' }).click()
  await row.getByText('Yes').waitFor()
  await page.locator('main').getByRole('button', { name: 'Actions for random' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await row.waitFor({ state: 'detached' })
  await page.goto('/#organization/exports')
  await page.getByRole('button', { name: 'Start export' }).click()
  await page.getByText('Ready').waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^export-\d+\.tar\.gz$/)
  await page.getByRole('button', { name: /^Delete export/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted', { exact: true }).waitFor()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

test('with a password, and out again', async () => {
  const page = await world.openStranger('/')
  await page.getByRole('heading', { name: 'Acme' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Password').waitFor()
  await page.reload()
  await page.getByLabel('Password').waitFor()
})

test('a wrong password is refused with the reason, and what was typed stays', async () => {
  const page = await world.openStranger('/')
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page
    .getByRole('alert')
    .getByText(/incorrect/i)
    .waitFor()
  expect(await page.getByLabel('Email address').inputValue()).toBe('ada@example.com')
})

test('on a development server with one click, and the session survives a reload', async () => {
  const page = await world.openStranger('/')
  await page.getByRole('button', { name: /Ben Okri/ }).click()
  await page.getByRole('button', { name: 'Account of Ben Okri' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Account of Ben Okri' }).waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name.includes('session'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  })
})

test('a link that was opened before signing in is where one comes out', async () => {
  const { id } = await world.chat<{ id: number }>('ada', 'POST /messages', {
    type: 'stream',
    to: 'general',
    topic: 'links',
    content: 'the linked one',
  })
  const page = await world.openStranger(`/#narrow/stream/general/topic/links/near/${id}`)
  await page.getByRole('button', { name: /Ben Okri/ }).click()
  await page.getByRole('article').getByText('the linked one').waitFor()
})

test('a session that was ended elsewhere shows the sign-in', async () => {
  const page = await world.openChat('cleo')
  await page.getByRole('button', { name: 'Account of Cleo' }).waitFor()
  const { sessions } = await page.request
    .get('/api/v1/sessions')
    .then((answer) => answer.json() as Promise<{ sessions: { id: number }[] }>)
  const current = await page.request.get('/api/v1/sessions/current').then((answer) => answer.json())
  for (const { id } of sessions) {
    await page.request.delete(`/api/v1/sessions/${id}`, {
      headers: { 'x-csrftoken': current.csrf_token, origin: world.url },
    })
  }
  await page.getByLabel('Password').waitFor()
})

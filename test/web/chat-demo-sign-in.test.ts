import { afterEach, expect, test } from 'vitest'
import { expectAccessibleInBothThemes } from '../harness/web/visit-view.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld | undefined
afterEach(() => world?.stop())

const faces = { name: 'People on this development server' }

test('the demo shows at most ten people with faces and roles, and one click signs in as one of them', async () => {
  world = await startWebWorld({}, { isFull: true })
  const page = await world.openStranger('/')
  const people = page.locator('section', { has: page.getByRole('heading', faces) }).getByRole('button')
  await people.first().waitFor()
  const shown = async () => (await people.allInnerTexts()).map((text) => text.split(/\s*\n\s*/))
  expect(await shown()).toEqual([
    ['Ada Lovelace', 'Administrator'],
    ...['Ben Okri', 'Cleo Vance'].map((name) => [name, 'Member']),
    ['Gus Green', 'Guest'],
    ...['Mei Tanaka', 'Omar Haddad', 'Lena Fischer'].map((name) => [name, 'Member']),
  ])
  const widths = () =>
    people.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
  await expect.poll(widths).toHaveLength(7)
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(10)
  await expectAccessibleInBothThemes(page)
  for (let count = 0; count < 6; count += 1) {
    const person = {
      email: `more${count}@example.com`,
      full_name: `More ${count}`,
      password: 'demo-password',
    }
    await world.chat('ada', 'POST /users', person)
  }
  await page.reload()
  await people.nth(9).waitFor()
  expect(await people.count()).toBe(10)
  await page.getByRole('button', { name: 'Gus Green' }).click()
  await page.getByRole('button', { name: 'Account of Gus Green' }).waitFor()
})

test('a production server has neither demo people nor a way to sign in as them, even with the data of a demo', async () => {
  world = await startWebWorld({}, { isProduction: true })
  const page = await world.openStranger('/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await page.getByLabel('Password').waitFor()
  await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor()
  expect(await page.getByRole('heading', faces).count()).toBe(0)
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Sign in', 'Forgot your password?'])
  expect(await page.content()).not.toContain('Ada Lovelace')
  expect(asked.filter((url) => url.includes('/dev_'))).toEqual([])
  await expectAccessibleInBothThemes(page)
  const username = 'ada@example.com'
  const statuses = await Promise.all([
    page.request.get('/api/v1/dev_list_users'),
    page.request.post('/api/v1/dev_sessions', { form: { username }, headers: { origin: world.url } }),
    page.request.post('/api/v1/dev_fetch_api_key', { form: { username } }),
    page.request.get('/dev/mails'),
  ])
  expect(statuses.map((response) => response.status())).toEqual([400, 400, 400, 404])
  await page.goto('/portal')
  await page.getByLabel('API key').waitFor()
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Sign in'])
  expect(await page.content()).not.toContain('dev-acme-key')
})

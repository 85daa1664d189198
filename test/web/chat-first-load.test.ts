import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { root } from '../harness/build-switchboard.ts'
import { expectAccessible, expectNoComplaints } from '../harness/web/open-browser.ts'
import { startWebProcess, type WebProcess } from '../harness/web/start-web-process.ts'

let world: WebProcess
beforeAll(async () => {
  world = await startWebProcess()
})
afterAll(() => world?.stop())

test('the chat needs less than 250 KB of compressed script, 50 KB of font, and nothing from other servers', async () => {
  await world.chat('ada', 'POST /messages', {
    type: 'stream',
    to: 'general',
    topic: 'first',
    content: 'hello',
  })
  const page = await world.openStranger('/portal')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.request.post('/api/v1/dev_sessions', {
    form: { username: 'ben@example.com' },
    headers: { origin: world.url },
  })
  await page.goto('/#all')
  await page.getByRole('article').getByText('hello').waitFor()
  expect(asked.filter((url) => !url.startsWith(world.url) && !url.startsWith('data:'))).toEqual([])
  const paths = [...new Set(asked.map((url) => new URL(url).pathname))]
  const scripts = paths.filter((path) => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(2)
  expect(sizeOf(scripts)).toBeLessThan(250 * 1024)
  const fonts = paths.filter((path) => path.endsWith('.woff2'))
  expect(fonts).toEqual([expect.stringContaining('inter-latin-wght-normal')])
  expect(sizeOf(fonts)).toBeLessThan(50 * 1024)
})

test('text has the font that the app ships, and only what that lacks has a font of the machine', async () => {
  const topic = 'fonts'
  const content = 'Größe, “quotes”, 12:30 – **bold** Łódź Привет'
  await world.chat('ada', 'POST /messages', { type: 'stream', to: 'general', topic, content })
  await world.chat('ada', 'POST /messages', { type: 'stream', to: 'general', topic, content: '漢字' })
  const page = await world.openChat('ben', '#all')
  const articles = page.getByRole('article')
  await articles.getByText('漢字').waitFor()
  await expect
    .poll(() => fontsOf(page, articles.getByText('Größe')))
    .toEqual([{ familyName: 'Inter', isCustomFont: true }])
  const others = await fontsOf(page, articles.getByText('漢字'))
  expect(others).not.toContainEqual(expect.objectContaining({ isCustomFont: true }))
})

/** The fonts in which the browser draws an element. */
async function fontsOf(
  page: Page,
  element: Locator,
): Promise<{ familyName: string; isCustomFont: boolean }[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  await element.evaluate((one) => one.setAttribute('data-fonts-of', ''))
  const { root: document } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', {
    nodeId: document.nodeId,
    selector: '[data-fonts-of]',
  })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await element.evaluate((one) => one.removeAttribute('data-fonts-of'))
  await devtools.detach()
  const named = fonts.map(({ familyName, isCustomFont }) => ({ familyName, isCustomFont }))
  // Each part of the font counts as one.
  return [...new Map(named.map((one) => [JSON.stringify(one), one])).values()]
}

test('formulas are shown as such, with MathML; what renders them is loaded with the first one', async () => {
  const page = await world.openChat('ben', '#all')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('article').getByText('hello').waitFor()
  expect(asked.filter((url) => /formula|KaTeX/.test(url))).toEqual([])
  const content = 'Euler: $$e^{i\\pi} = -1$$\n```math\n\\frac{1}{\\sqrt{2}}\n```\nbroken: $$\\frac{$$'
  await world.chat('ada', 'POST /messages', { type: 'stream', to: 'general', topic: 'math', content })
  const article = page.getByRole('article').filter({ hasText: 'Euler' })
  await article.locator('math mfrac msqrt').waitFor({ state: 'attached' })
  expect(await article.locator('math').count()).toBe(2)
  // TeX that cannot be read stays as it was written.
  await article.getByText('\\frac{', { exact: true }).waitFor()
  await expect.poll(() => asked.some((url) => /KaTeX.*\.woff2/.test(url))).toBe(true)
  await expectAccessible(page)
})

test('the reference sends calls with the key of its reader, and only with that', async () => {
  const page = await world.openStranger('/docs/chat')
  const { api_key: key } = await world.chat<{ api_key: string }>('ada', 'POST /dev_fetch_api_key', {
    username: 'ada@example.com',
  })
  const article = page.locator('#getProfile')
  await article.getByText('Try it').click()
  await article.getByRole('button', { name: 'Send GET' }).click()
  await article.getByText('401 Unauthorized').waitFor()
  await page.getByLabel('API key', { exact: true }).fill(key)
  await article.getByRole('button', { name: 'Send GET' }).click()
  await article.getByLabel('Response').getByText('"full_name": "Ada Lovelace"').waitFor()

  const send = page.locator('#sendMessage')
  await send.getByText('Try it').click()
  await send.getByLabel('content', { exact: true }).fill('From the <b>reference</b>')
  await send.getByLabel('to', { exact: true }).fill('general')
  await send.getByRole('button', { name: 'Send POST' }).click()
  await send.getByText('200 OK').waitFor()

  await send.getByRole('button', { name: 'Python' }).click()
  await article.getByText('import requests').waitFor()
  expect(await article.getByText('curl http').isVisible()).toBe(false)
  expectNoComplaints(page)
})

test('the reference of the phones sends bodies, and shows what is wrong with them', async () => {
  const page = await world.openStranger('/docs/telephony')
  await page.getByLabel('API key of the company').fill(ACME_KEY)
  const article = page.locator('#createLocation')
  await article.getByText('Try it').click()
  await article.getByRole('button', { name: 'Send POST' }).click()
  await article.getByText('201 Created').waitFor()
  await article.getByLabel('Body').fill('{"name": ""}')
  await article.getByRole('button', { name: 'Send POST' }).click()
  await article.getByLabel('Response').getByText('"pointer": "/name"').waitFor()
  // The others are alike, and would take axe half a minute.
  await page.evaluate(
    `for (const one of document.querySelectorAll('article:not(#createLocation)')) one.remove()`,
  )
  await expectAccessible(page)
})

/** As they are sent. */
const sizeOf = (paths: string[]) =>
  paths
    .map((path) => join(root, 'dist/web', path))
    .map((path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size)
    .reduce((sum, size) => sum + size, 0)

test('each host is an organization of its own', async () => {
  await world.command(['create-organization', 'Globex', '--host', 'globex.localhost'])
  const port = new URL(world.url).port
  const page = await world.openStranger(`http://globex.localhost:${port}/`)
  await page.getByRole('heading', { name: 'Globex' }).waitFor()
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Ada is of another organization.
  await page.getByRole('alert').getByText('incorrect').waitFor()
})

test('the first password of an account is a welcome, and the API key that the command printed goes on working', async () => {
  const output = await world.command(['create-user', 'hedy@example.com', 'Hedy Hill'])
  const key = /^API key: (\S+)$/m.exec(output)![1]!
  const page = await world.openStranger(new URL(/https?:\S+reset-password\S+/.exec(output)![0]).pathname)
  await page.getByRole('heading', { level: 1, name: 'Welcome to Acme' }).waitFor()
  await page.getByText('Choose a password for your account hedy@example.com.').waitFor()
  expect(await page.getByText('API key').count()).toBe(0)
  await expectAccessible(page)
  await page.getByLabel('Choose a password').fill('long enough')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByRole('button', { name: 'Account of Hedy Hill' }).waitFor()
  const authorization = `Basic ${Buffer.from(`hedy@example.com:${key}`).toString('base64')}`
  expect((await fetch(`${world.url}/api/v1/users/me`, { headers: { authorization } })).status).toBe(200)
})

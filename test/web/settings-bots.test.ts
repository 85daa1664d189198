import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import push from '../../src/chat/bots/incoming-webhooks/github/fixtures/push.json' with { type: 'json' }
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let ben: Page
beforeAll(async () => {
  world = await startWebWorld()
  ben = await world.openChat('ben', '#settings/bots', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
})
afterAll(() => world?.stop())

const eventually = <Value>(get: () => Value) => expect.poll(get)

const copied = async (page: Page) => String(await page.evaluate('navigator.clipboard.readText()'))
const card = (page: Page, name: string) => page.getByRole('article', { name })

/** As people do it in a terminal. Asynchronous, because the server is in this process. */
async function curl(
  user: string,
  ...fields: string[]
): Promise<{ result: string; msg: string; id?: number }> {
  const data = fields.flatMap((field) => ['--data-urlencode', field])
  const { stdout } = await promisify(execFile)('curl', [
    '-sS',
    `${world.url}/api/v1/messages`,
    '-u',
    user,
    ...data,
  ])
  return JSON.parse(stdout)
}

async function create(page: Page, name: string, shortName: string, type = 'Generic bot'): Promise<void> {
  await page.getByRole('button', { name: 'Add a bot' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type').selectOption(type)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Short name').fill(shortName)
}
const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Add a bot' }).click()

test('a new bot writes with the key that is shown, and it is read in an open window', async () => {
  const ada = await world.openChat('ada', '#narrow/stream/test/topic/builds')
  await ada.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor()
  await create(ben, 'Build Bot', 'build')
  await expectAccessible(ben)
  await submit(ben)
  const dialog = ben.getByRole('dialog', { name: 'Build Bot is ready' })
  await dialog.getByRole('button', { name: 'Copy: Email' }).click()
  const email = await copied(ben)
  await dialog.getByRole('button', { name: 'Copy: API key' }).click()
  const key = await copied(ben)
  expect(await dialog.textContent()).toContain(key)
  const answer = await curl(
    `${email}:${key}`,
    'type=stream',
    'to=test',
    'topic=builds',
    'content=Build 7 is **green**',
  )
  expect(answer).toMatchObject({ result: 'success' })
  await ada.getByRole('article').filter({ hasText: 'Build 7 is green' }).waitFor()
  await ada.getByText('Build Bot').first().waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await card(ben, 'Build Bot').waitFor()
})

test('the key is shown again on request, goes into a file, and is replaced after a question', async () => {
  const bot = card(ben, 'Build Bot')
  expect(await bot.getByRole('button', { name: 'Copy: API key' }).count()).toBe(0)
  await bot.getByRole('button', { name: 'Show API key' }).click()
  await bot.getByRole('button', { name: 'Copy: API key' }).click()
  const old = await copied(ben)
  await bot.getByRole('button', { name: 'Copy: Email' }).click()
  const email = await copied(ben)
  const downloading = ben.waitForEvent('download')
  await bot.getByRole('button', { name: 'Download client configuration' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('zuliprc')
  expect(readFileSync(await download.path(), 'utf8')).toBe(
    `[api]\nemail=${email}\nkey=${old}\nsite=${world.url}\n`,
  )
  await expectAccessible(ben)
  await bot.getByRole('button', { name: 'New API key' }).click()
  await ben.getByRole('dialog').getByRole('button', { name: 'New API key' }).click()
  await ben.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await curl(`${email}:${old}`, 'type=stream', 'to=test', 'topic=x', 'content=y')).toMatchObject({
    result: 'error',
  })
  await bot.getByRole('button', { name: 'Copy: API key' }).click()
  const fresh = await copied(ben)
  expect(fresh).not.toBe(old)
  expect(await curl(`${email}:${fresh}`, 'type=stream', 'to=test', 'topic=x', 'content=y')).toMatchObject({
    result: 'success',
  })
})

test('errors of the server are shown, and nothing is lost or created', async () => {
  await create(ben, 'Build Bot', 'other')
  await submit(ben)
  const dialog = ben.getByRole('dialog')
  await dialog.getByRole('alert').getByText('Name is already in use!').waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('Other Bot')
  await dialog.getByLabel('Short name').fill('spaces are bad')
  await submit(ben)
  await dialog.getByRole('alert').getByText('Bad name or username').waitFor()
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Other Bot')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await card(ben, 'Other Bot').count()).toBe(0)
})

test('an outgoing webhook has an address, a format and a secret', async () => {
  await create(ben, 'Asker', 'asker', 'Outgoing webhook')
  const dialog = ben.getByRole('dialog')
  await dialog.getByLabel('Endpoint URL').fill('not an address')
  await submit(ben)
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Endpoint URL').fill('https://example.com/hook')
  await dialog.getByLabel('Format').selectOption('Slack-compatible')
  await submit(ben)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const bot = card(ben, 'Asker')
  await bot.getByText('https://example.com/hook').waitFor()
  await bot.getByText('Slack-compatible').waitFor()
  await bot.getByRole('button', { name: 'Show signing secret' }).click()
  await bot.getByText(/^whsec_/).waitFor()
})

test('an outgoing webhook has slash commands, and a wrong line is explained at the field', async () => {
  const bot = card(ben, 'Asker')
  await bot.getByRole('button', { name: 'Edit' }).click()
  const dialog = ben.getByRole('dialog')
  const field = dialog.getByLabel('Slash commands')
  await field.fill('/deploy environment [version] - Deploys a version\n/1st - Starts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText("Invalid command name '1st'").waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(ben)
  await field.fill('/Deploy environment [version] - Deploys a version\n\n  status')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await bot.getByText('/deploy, /status').waitFor()
  await bot.getByRole('button', { name: 'Edit' }).click()
  expect(await field.inputValue()).toBe('/deploy environment [version] - Deploys a version\n/status')
  await field.fill('/status - Says how it is')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await bot.getByText('/deploy').waitFor({ state: 'detached' })
  await bot.getByText('/status').waitFor()
})

test('an incoming webhook leads to the addresses for other services', async () => {
  await create(ben, 'News', 'news', 'Incoming webhook')
  await submit(ben)
  await ben.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const link = card(ben, 'News').getByRole('link', { name: 'Integrations' })
  expect(await link.getAttribute('href')).toBe('#organization/integrations')
})

test('what a service signs is verified with the secret that the owner sets, replaces and removes', async () => {
  const bot = card(ben, 'News')
  await bot.getByRole('button', { name: 'Show API key' }).click()
  await bot.getByRole('button', { name: 'Copy: API key' }).click()
  const key = await copied(ben)
  const send = async (secret?: string) => {
    const body = JSON.stringify(push.body)
    const signature = secret && createHmac('sha256', secret).update(body).digest('hex')
    const response = await fetch(`${world.url}/api/v1/external/github?api_key=${key}&stream=test`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...push.headers,
        ...(signature && { 'x-hub-signature-256': `sha256=${signature}` }),
      },
      body,
    })
    return response.status
  }
  await bot.getByRole('button', { name: 'Signatures' }).click()
  const row = ben.getByRole('row').filter({ hasText: 'GitHub' })
  await row.getByText('Not verified').waitFor()
  expect(await send()).toBe(200)
  await expectAccessible(ben)
  const setTo = async (action: string, secret: string) => {
    await row.getByRole('button', { name: action }).click()
    const dialog = ben.getByRole('dialog', { name: action })
    const guide = dialog.getByRole('link', { name: 'How GitHub signs' })
    const page = await ben.request.get(String(await guide.getAttribute('href')))
    expect(await page.text()).toContain('The secret is what you enter as')
    await dialog.getByLabel('Secret').fill(secret)
    await expectAccessible(ben)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('Verified by X-Hub-Signature-256').waitFor()
  }
  await setTo('Set the secret of GitHub', 'rain')
  expect([await send(), await send('snow'), await send('rain')]).toEqual([401, 401, 200])
  await setTo('Replace the secret of GitHub', 'snow')
  expect([await send(), await send('snow'), await send('rain')]).toEqual([401, 200, 401])
  await row.getByRole('button', { name: 'Remove the secret of GitHub' }).click()
  const question = ben.getByRole('dialog', { name: 'Stop verifying the signatures of GitHub?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await row.getByText('Not verified').waitFor()
  expect(await send()).toBe(200)
  // A service that does not sign is not there, and one that brings a secret is not asked for it.
  expect(await ben.getByRole('row').filter({ hasText: 'Grafana' }).count()).toBe(0)
  expect(await ben.getByRole('row').filter({ hasText: 'Asana' }).getByRole('button').count()).toBe(0)
  await ben.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await bot.getByRole('button', { name: 'Hide API key' }).click()
  expect(await card(ben, 'Build Bot').getByRole('button', { name: 'Signatures' }).count()).toBe(0)
})

test('a bot is edited; only an administrator gives it away', async () => {
  await card(ben, 'News').getByRole('button', { name: 'Edit' }).click()
  const dialog = ben.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Newspaper')
  await dialog.getByLabel('Default stream for sending').selectOption('random')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card(ben, 'Newspaper').getByText('#random').waitFor()
  // The private stream of others is not among those that he can give it.
  await card(ben, 'Newspaper').getByRole('button', { name: 'Edit' }).click()
  const offered = await dialog.getByLabel('Default stream for sending').locator('option').allTextContents()
  expect(offered).toContain('test')
  expect(offered).not.toContain('leadership')
  expect(await dialog.getByLabel('Owner').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const ada = await world.openChat('ada', '#organization/bots')
  const row = ada.getByRole('row').filter({ hasText: 'Newspaper' })
  await row.getByRole('button').click()
  await ada.getByRole('menuitem', { name: 'Change owner' }).click()
  await ada.getByRole('dialog').getByLabel('Owner').selectOption('Cleo Vance')
  await ada.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await card(ben, 'Newspaper').waitFor({ state: 'detached' })
  await ada.close()
  const cleo = await world.openChat('cleo', '#settings/bots')
  await card(cleo, 'Newspaper').waitFor()
})

test('nobody sees the bots of others here, and a deactivated one comes back only by an administrator', async () => {
  await card(ben, 'Asker').getByRole('button', { name: 'Deactivate' }).click()
  await ben.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  const former = ben.getByRole('list', { name: 'Deactivated bots' })
  await former.getByText('Asker', { exact: true }).waitFor()
  expect(await former.getByRole('button').count()).toBe(0)

  const ada = await world.openChat('ada', '#settings/bots')
  await card(ada, 'Hook Bot').waitFor()
  await expect.poll(() => ada.getByRole('article').count()).toBe(1)
  await card(ada, 'Hook Bot').getByRole('button', { name: 'Deactivate' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await ada.getByRole('button', { name: 'Reactivate' }).click()
  await card(ada, 'Hook Bot').waitFor()
})

test('the organization decides who may add bots', async () => {
  await world.chat('ada', 'PATCH /realm', { bot_creation_policy: 2 })
  await ben.getByRole('button', { name: 'Add a bot' }).click()
  const types = ben.getByRole('dialog').getByLabel('Type').locator('option')
  await eventually(() => types.allTextContents()).toEqual(['Incoming webhook', 'Outgoing webhook'])
  await ben.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await world.chat('ada', 'PATCH /realm', { bot_creation_policy: 3 })
  await ben.getByText('In this organization only administrators can add bots.').waitFor()
  expect(await ben.getByRole('button', { name: 'Add a bot' }).count()).toBe(0)
})

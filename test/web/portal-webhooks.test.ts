import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyEvents } from '../../src/telephony/events/events-catalogue.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

interface Call {
  body: string
  headers: IncomingHttpHeaders
}

let world: WebWorld
let receiver: Server
let url: string
let answer = 200
const calls: Call[] = []
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    calls.push({ body: await text(request), headers: request.headers })
    response.writeHead(answer).end(answer === 200 ? 'thank you' : 'not today')
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/hook`
  world = await startWebWorld()
})
afterAll(async () => {
  await world?.stop()
  receiver?.close()
})

const webhooks = () => world.telephony<{ id: string; url: string }[]>('dev-acme-key', 'GET /webhooks')
const create = (description: string) =>
  world.telephony<{ id: string }>('dev-acme-key', 'POST /webhooks', { url, events: ['*'], description })

test('a webhook is created with chosen events; its secret is shown this once', async () => {
  const page = await world.openPortal('dev-acme-key', 'webhooks')
  await page.getByText('No webhooks yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByLabel('URL').fill('not an address')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
  expect(await webhooks()).toEqual([])
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByLabel('All events').uncheck()
  await dialog.getByText('Choose at least one event.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
  // Every event that there is, and none that there is not.
  expect(await dialog.locator('code').allInnerTexts()).toEqual(companyEvents.map(({ name }) => name))
  await dialog.getByLabel('Status of a person changed').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('row', { name: /hook/ }).getByText('1 event', { exact: true }).waitFor()
  expect(await page.getByText(secret).count()).toBe(0)

  await page.getByRole('link', { name: url }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page
    .getByRole('row', { name: /webhook\.test/ })
    .getByText('Delivered')
    .waitFor()
  const { body, headers } = calls.at(-1)!
  expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test' })
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
})

test('the log tells what was sent and answered, and sends it again', async () => {
  const { id } = await create('Door bell')
  answer = 500
  await world.telephony('dev-acme-key', `POST /webhooks/${id}/test`)
  const page = await world.openPortal('dev-acme-key', `webhooks/${id}`)
  await page.getByRole('heading', { name: 'Door bell', level: 1 }).waitFor()
  const row = page.getByRole('row', { name: /webhook\.test/ })
  await row.getByText('500').waitFor()
  await row.getByText('Pending').waitFor()
  await page.getByText('No successful delivery since').waitFor()
  await row.getByRole('button', { name: 'Details: webhook.test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delivery of webhook.test' })
  await dialog.getByText('The receiver answered 500').waitFor()
  await dialog.getByText('not today').waitFor()
  await dialog.getByText(`"webhook_id": "${id}"`).waitFor()
  await expectAccessible(page)
  answer = 200
  const before = calls.length
  await dialog.getByRole('button', { name: 'Redeliver' }).click()
  await row.getByText('Delivered').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  expect(calls.length).toBeGreaterThan(before)
  await page.getByLabel('Show').selectOption('Failed')
  await page.getByText('No deliveries with this status.').waitFor()
  await expectAccessible(page)
})

test('many deliveries are on several pages', async () => {
  const { id } = await create('Busy')
  for (let count = 0; count < 21; count += 1)
    await world.telephony('dev-acme-key', `POST /webhooks/${id}/test`)
  const page = await world.openPortal('dev-acme-key', `webhooks/${id}`)
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Details: webhook.test' }).count()).toBe(1)
})

test('it is edited, paused, given a new secret and deleted', async () => {
  const { id } = await create('Lamp')
  const page = await world.openPortal('dev-acme-key', `webhooks/${id}`, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await page.getByText('All events').waitFor()
  await expectAccessible(page)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit webhook' })
  await dialog.getByLabel('Description').fill('Red lamp')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({ description: 'Red lamp' })
  await page.getByRole('heading', { name: 'Red lamp', level: 1 }).waitFor()

  await choose('Pause')
  await page.getByText('Paused', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true)
  await choose('Activate')
  await page.getByText('Active', { exact: true }).waitFor()

  await choose('Rotate secret')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText('Also signed with the previous secret until').waitFor()

  await choose('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect((await webhooks()).some((webhook) => webhook.id === id)).toBe(true)
  await choose('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Webhook deleted').waitFor()
  expect((await webhooks()).some((webhook) => webhook.id === id)).toBe(false)
})

test('nobody but the owner, and no other company, gets at them', async () => {
  const [webhook] = await webhooks()
  const contacts = await world.telephony<{ id: string; first_name: string }[]>(
    'dev-acme-key',
    'GET /system/company/contacts',
  )
  const ben = contacts.find((contact) => contact.first_name === 'Ben')!
  const page = await world.openPortal('dev-acme-key', 'webhooks', { userId: ben.id })
  await page.getByText('Page not found').waitFor()
  await page.getByText('only administrators can see it').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).waitFor()
  expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
  const other = await world.openPortal('dev-globex-key', `webhooks/${webhook!.id}`)
  await other.getByText('Webhook not found').waitFor()
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** Everything that the server ever sent to a page: answers of calls, event streams, and frames of its sockets. */
async function recordEverything(page: Page): Promise<() => Promise<string>> {
  const parts: Promise<string>[] = []
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  const add = (base64 = '') => parts.push(Promise.resolve(Buffer.from(base64, 'base64').toString()))
  // The text of a response is known when it ends. A stream does not, so its bytes are asked for as they come.
  browser.on('Network.responseReceived', async ({ requestId, response: { mimeType } }) => {
    if (mimeType !== 'text/event-stream') return
    // Fails for a stream that has ended in the meantime. Its text is known then.
    const known = await browser.send('Network.streamResourceContent', { requestId }).catch(() => undefined)
    add(known?.bufferedData)
  })
  browser.on('Network.dataReceived', ({ data }) => add(data))
  page.on('response', (response) => {
    if (/\/(assets|avatars)\//.test(response.url())) return
    parts.push(response.text().catch(() => ''))
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => parts.push(Promise.resolve(String(payload))))
  })
  // The answer of a stream does not end.
  const within = (part: Promise<string>) =>
    Promise.race([part, new Promise<string>((resolve) => setTimeout(() => resolve(''), 500))])
  return async () => [...(await Promise.all(parts.map(within))), await page.content()].join('\n')
}

describe('the chat', () => {
  const secrets = [
    'hidden-topic-4711',
    'hidden-words-4711',
    'hidden-private-4711',
    'hidden-file-4711',
    'hidden-live-4711',
  ]
  let hiddenId: number
  beforeAll(async () => {
    const { id } = await world.chat<{ id: number }>('ada', 'POST /messages', {
      type: 'stream',
      to: 'leadership',
      topic: 'hidden-topic-4711',
      content: 'hidden-words-4711 [hidden-file-4711.txt](/user_uploads/hidden-file-4711)',
    })
    hiddenId = id
    await world.chat('ada', 'POST /messages', {
      type: 'private',
      to: ['cleo@example.com'],
      content: 'hidden-private-4711',
    })
    await world.chat('ada', 'POST /messages', {
      type: 'stream',
      to: 'general',
      topic: 'open',
      content: 'for all 4711',
    })
  })

  const places = (id: number) => [
    '#all',
    '#streams',
    '#organization/people',
    '#organization/bots',
    '#organization/invitations',
    '#settings/bots',
    '#narrow/is/starred',
    '#narrow/stream/leadership',
    `#narrow/near/${id}`,
    `#narrow/stream/general/near/${id}`,
    '#narrow/search/4711',
    '#narrow/sender/ada.40example.2Ecom',
  ]

  test.each<[Person, string]>([
    ['ben', 'a member who is not in the stream'],
    ['gus', 'a guest'],
  ])('nothing of a private stream or conversation reaches %s, %s', async (person) => {
    const page = await world.openChat(person)
    const everything = await recordEverything(page)
    await page.reload()
    await page.getByRole('main').waitFor()
    for (const place of places(hiddenId)) {
      await page.goto(`/${place}`)
      await page.getByRole('main').waitFor()
      await page.waitForLoadState('load')
    }
    await page.goto('/#all')
    await world.chat('ada', 'POST /messages', {
      type: 'stream',
      to: 'leadership',
      topic: 'hidden-topic-4711',
      content: 'hidden-live-4711',
    })
    // When this is shown, the other would have been shown, too.
    await world.chat('ada', 'POST /messages', {
      type: 'private',
      to: [`${person}@example.com`],
      content: 'seen-by-4711',
    })
    await page.getByText('seen-by-4711').first().waitFor()
    const text = await everything()
    expect(text).toMatch(/^data: .*seen-by-4711/m)
    for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
    // Keys of bots are their owner's.
    const { api_key: botKey } = await world.chat<{ api_key: string }>('ada', 'POST /dev_fetch_api_key', {
      username: 'hook-bot@example.com',
    })
    expect(text.includes(botKey)).toBe(false)
    await page.close()
  })

  test('the one who may see it does, so the places are the right ones', async () => {
    const page = await world.openChat('cleo', `#narrow/near/${hiddenId}`)
    await page.getByText('hidden-words-4711').first().waitFor()
    await page.close()
  })

  test('a stranger gets the sign-in and no word of what is inside', async () => {
    const page = await world.openStranger(`/#narrow/near/${hiddenId}`)
    const everything = await recordEverything(page)
    await page.reload()
    await page.getByLabel('Password').waitFor()
    const text = await everything()
    for (const secret of [...secrets, 'general', 'for all 4711'])
      expect(text.includes(secret), secret).toBe(false)
  })

  test('after signing out nothing of it is left in the page', async () => {
    const page = await world.openChat('cleo', `#narrow/near/${hiddenId}`)
    await page.getByText('hidden-words-4711').first().waitFor()
    await page.getByRole('button', { name: 'Account of Cleo' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    expect(await page.content()).not.toContain('4711')
    await page.goBack()
    await page.getByLabel('Password').waitFor()
    expect(await page.content()).not.toContain('hidden-words-4711')
  })
})

describe('the portal', () => {
  const sections = [
    'company',
    'users',
    'locations',
    'instances',
    'extensions',
    'texting',
    'faxes',
    'calls',
    'voicemail',
    'dial',
    'keys',
    'webhooks',
    'audit',
    'events',
  ]

  test('nothing of another company reaches the page', async () => {
    const conversation = await world.telephony<{ id: string }>(
      'dev-globex-key',
      'POST /texting/conversations',
      {
        from_number: '+12025550199',
        recipients: [{ number: '+12025559999' }],
      },
    )
    const page = await world.openPortal('dev-acme-key')
    const everything = await recordEverything(page)
    for (const section of sections) {
      await page.goto(`/portal/${section}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
    }
    await page.goto(`/portal/texting/${conversation.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const text = await everything()
    expect(text).toContain('Ada')
    for (const secret of ['Scorpio', 'hank@example.com', '+12025550199', '+12025559999'])
      expect(text.includes(secret), secret).toBe(false)
  })

  test("a user who is not the owner gets nobody else's SIP secret, no keys and no audit trail", async () => {
    const [{ uuid }] = await world.telephony<[{ uuid: string }]>('dev-acme-key', 'GET /instances')
    const list = await world.telephony<{ data: { secret: string; id: number } }[]>(
      'dev-acme-key',
      `GET /instances/${uuid}/bulks/extensions`,
    )
    const secret = list.find(({ data }) => data.id === 1001)?.data.secret
    expect(secret).toMatch(/\S{8}/)
    const users = await world.telephony<{ id: string; first_name: string }[]>(
      'dev-acme-key',
      'GET /system/company/contacts',
    )
    const ben = users.find((user) => user.first_name === 'Ben')!
    const page = await world.openPortal('dev-acme-key', 'extensions', { userId: ben.id })
    const everything = await recordEverything(page)
    await page.reload()
    for (const section of sections) {
      await page.goto(`/portal/${section}`)
      await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
    }
    const text = await everything()
    expect(text).toContain('Okri')
    expect(text.includes(String(secret))).toBe(false)
  })
})

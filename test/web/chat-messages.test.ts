import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimSipServer } from '../harness/web/claim-sip-server.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let stream: number
beforeAll(async () => {
  world = await startWebWorld()
  stream = await world.streamId('test')
})
afterAll(() => world?.stop())

const patient = { timeout: 20_000, interval: 100 }

async function post(person: Person, topic: string, content: string): Promise<number> {
  const fields = { type: 'stream', to: 'test', topic, content }
  return (await world.chat<{ id: number }>(person, 'POST /messages', fields)).id
}

const at = (topic: string, near?: number) =>
  `#narrow/stream/${stream}-test/topic/${topic}${near === undefined ? '' : `/near/${near}`}`
const feed = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const articles = (page: Page) => feed(page).getByRole('article')
const article = (page: Page, text: string) => articles(page).filter({ hasText: text })
const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN

test('the bar of a message covers no text, on any screen, and edits an own message with one click', async () => {
  const long = 'Words that fill the whole line and go on into the next one. '.repeat(8)
  await post('ada', 'bar', `First of Ada. ${long}`)
  const id = await post('ada', 'bar', `Second of Ada. ${long}`)
  await post('ben', 'bar', `Of Ben. ${long}`)
  for (const options of [{}, { viewport: { width: 390, height: 844 } }]) {
    const page = await world.openChat('ada', at('bar'), options)
    const own = page.locator(`[data-message-id="${id}"]`)
    await own.click()
    const bar = own.getByRole('toolbar')
    await bar.waitFor()
    expect(await bar.evaluate(coversText)).toBe(false)
    // It is one stop of the Tab key.
    expect(await bar.locator('button[tabindex="0"]').count()).toBe(1)
    await article(page, 'Of Ben.').click()
    await article(page, 'Of Ben.').getByRole('toolbar').waitFor()
    expect(await article(page, 'Of Ben.').getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
    await own.click()
    await bar.getByRole('button', { name: 'Edit', exact: true }).click()
    const editor = own.getByRole('textbox', { name: 'Message' })
    await editor.waitFor()
    // The text comes first, and its topic below it.
    expect(await topOf(editor)).toBeLessThan(await topOf(own.getByRole('textbox', { name: 'Topic' })))
    await expect.poll(() => editor.evaluate((area) => area.matches(':focus'))).toBe(true)
    await page.close()
  }
})

test('an edit that comes after that of somebody else shows both texts, and the person decides', async () => {
  const id = await post('ada', 'conflict', 'Soup at one')
  const page = await world.openChat('ada', at('conflict'))
  const own = page.locator(`[data-message-id="${id}"]`)
  await own.click()
  await own.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = own.getByRole('textbox', { name: 'Message' })
  const newest = own.getByRole('region', { name: 'The newest version' })
  const saveOver = async (theirs: string, mine: string) => {
    await editor.fill(mine)
    await world.chat('ada', `PATCH /messages/${id}`, { content: theirs })
    await own.getByRole('button', { name: 'Save' }).click()
    await newest.getByText(theirs, { exact: true }).waitFor()
    expect(await editor.inputValue()).toBe(mine)
  }
  await editor.waitFor()
  await saveOver('Soup at two', 'Soup at three')
  await newest.getByRole('button', { name: 'Use this version' }).click()
  expect(await editor.inputValue()).toBe('Soup at two')
  await newest.waitFor({ state: 'detached' })
  await saveOver('Soup at four', 'Soup at five')
  await expectAccessible(page)
  await own.getByRole('button', { name: 'Save' }).click()
  await editor.waitFor({ state: 'detached' })
  await own.getByText('Soup at five', { exact: true }).waitFor()
  await page.close()
})

/** Whether a bar lies over a line of a message. */
function coversText(bar: Element): boolean {
  const box = bar.getBoundingClientRect()
  return [...document.querySelectorAll('article p')].some((paragraph) => {
    const range = document.createRange()
    range.selectNodeContents(paragraph)
    return [...range.getClientRects()].some(
      (line) =>
        line.left < box.right && box.left < line.right && line.top < box.bottom && box.top < line.bottom,
    )
  })
}

test('numbers in messages are called by the phone of the browser, for people who have one', async () => {
  await post('ben', 'numbers', 'Call +1 202 555 0199 or (202) 555-0123, order 4711-0815-2026, `+12025550100`')
  const page = await world.openChat('ada', at('numbers'))
  await article(page, 'order').waitFor()
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('Phones').waitFor()
  expect(await article(page, 'order').getByRole('link').count()).toBe(0)
  await claimSipServer(page)
  await page.route('**/softphones', (route) =>
    route.fulfill({ json: [{ id: 'e1', pbx: 'p1', number: 1001 }] }),
  )
  let asked = 0
  await page.route('**/extensions/e1/softphone', (route) => {
    asked += 1
    return route.fulfill({ status: 404, json: { errors: [] } })
  })
  await page.reload()
  const numbers = article(page, 'order').getByRole('link')
  await numbers.first().waitFor()
  expect(await numbers.allTextContents()).toEqual(['+1 202 555 0199', '(202) 555-0123'])
  await numbers.first().click()
  await page.getByRole('region', { name: 'Phone' }).waitFor()
  await expect.poll(() => asked, patient).toBeGreaterThan(0)
})

test('messages show what their Markdown means, and nothing of it is run', async () => {
  await post(
    'ben',
    'looks',
    '**bold** `code` @**Ada Lovelace** #**random** :tada: <time:2026-01-02T03:04:05Z>',
  )
  await post('ben', 'looks', '```spoiler The end\nThe butler did it\n```')
  await post('ben', 'looks', '|a|b|\n|-|-|\n|1|2|\n\n```js\nconst x = "y"\n```')
  await post(
    'ben',
    'looks',
    '[out](https://example.com/) <img src=x onerror=alert(1)> <script>alert(2)</script>',
  )
  await post('ben', 'looks', '/me waves')
  const page = await world.openChat('ada', at('looks'))
  await article(page, 'bold').locator('strong', { hasText: 'bold' }).waitFor()
  expect(await page.getByRole('img', { name: 'tada' }).textContent()).toBe('🎉')
  expect(await article(page, 'bold').locator('time[datetime="2026-01-02T03:04:05Z"]').textContent()).toMatch(
    /Jan 2, 2026/,
  )
  await article(page, 'const x').getByRole('cell', { name: '2', exact: true }).waitFor()
  expect(await page.locator('.hljs-keyword').textContent()).toBe('const')

  const spoiler = page.getByRole('button', { name: 'The end' })
  expect(await page.getByText('The butler did it').isVisible()).toBe(false)
  await spoiler.press('Enter')
  await page.getByText('The butler did it').waitFor()

  await article(page, '<script>alert(2)</script>').getByText('<img src=x onerror=alert(1)>').waitFor()
  const out = page.getByRole('link', { name: 'out' })
  expect([await out.getAttribute('target'), await out.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ])
  // One sender, one name: only what they did stands apart.
  await expect.poll(() => feed(page).getByRole('button', { name: 'Ben Okri' }).count()).toBe(2)
  expect(await article(page, 'waves').textContent()).not.toContain('/me')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  await page.getByRole('link', { name: '#random' }).click()
  await page.getByRole('heading', { level: 1, name: 'random' }).waitFor()
  await page.getByText('Nobody has posted in this stream yet.').waitFor()
})

test('different conversations have their names between them, with links to them', async () => {
  await post('ben', 'tea', 'A cup of tea')
  await post('ada', 'cake', 'A piece of cake')
  await world.chat('ben', 'POST /messages', { type: 'private', to: 'ada@example.com', content: 'A secret' })
  const page = await world.openChat('ada', '#all', { viewport: { width: 390, height: 844 } })
  await article(page, 'A secret').waitFor()
  await feed(page).getByRole('link', { name: 'You and Ben Okri' }).waitFor()
  await expectAccessible(page)
  await feed(page).getByRole('link', { name: 'cake', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'test cake' }).waitFor()
  await article(page, 'A piece of cake').waitFor()
  await expect.poll(() => articles(page).count()).toBe(1)
})

test('history comes in both directions, and what one looks at stays where it is', async () => {
  const ids: number[] = []
  for (let number = 1; number <= 300; number += 1) ids.push(await post('ben', 'history', `Number ${number}.`))
  await world.chat('ada', 'POST /mark_topic_as_read', { stream_id: stream, topic_name: 'history' })

  // What is read is opened at its end. Older pages wait until the test lets them through.
  const page = await world.openChat('ada')
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/num_before=200/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/${at('history')}`)
  await article(page, 'Number 300.').waitFor()
  await scroll(page, { to: 200 })
  const shown = article(page, 'Number 250.')
  await shown.waitFor()
  await expect.poll(async () => topOf(shown), patient).toBe(await topOf(shown))
  const [before, height] = [await topOf(shown), await heightOf(page)]
  release()
  await expect.poll(() => heightOf(page), patient).toBeGreaterThan(height)
  expect(Math.abs((await topOf(shown)) - before)).toBeLessThan(3)

  // To the very beginning, page by page.
  await expect
    .poll(async () => {
      await scroll(page, { to: 0 })
      return article(page, 'Number 1.').count()
    }, patient)
    .toBe(1)
  await page.getByText('This is the beginning of the conversation.').waitFor()
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await article(page, 'Number 300.').waitFor()

  // A link to one of them, and newer ones from there.
  await page.unroute(/num_before=200/)
  const other = await world.openChat('ada', at('history', ids[99]))
  await article(other, 'Number 100.').waitFor()
  expect(await article(other, 'Number 300.').count()).toBe(0)
  await expect
    .poll(async () => {
      await scroll(other, { part: 1 })
      return article(other, 'Number 300.').count()
    }, patient)
    .toBe(1)
})

interface Scroller {
  scrollTop: number
  scrollHeight: number
}

const heightOf = (page: Page) => feed(page).evaluate((element: unknown) => (element as Scroller).scrollHeight)

/** To an offset, or to a part of the whole. */
const scroll = (page: Page, place: { to: number } | { part: number }) =>
  feed(page).evaluate((element: unknown, wanted: { to?: number; part?: number }) => {
    const scroller = element as Scroller
    scroller.scrollTop = wanted.to ?? scroller.scrollHeight * (wanted.part ?? 0)
  }, place)

test('changes of others are seen at once, and do not move what one looks at', async () => {
  const first = await post('ben', 'live', 'To be deleted')
  for (let number = 1; number <= 60; number += 1) await post('ben', 'live', `Row ${number}.`)
  const last = await post('ben', 'live', 'To be edited')
  await world.chat('ada', 'POST /mark_topic_as_read', { stream_id: stream, topic_name: 'live' })
  const page = await world.openChat('ada', at('live'))
  await article(page, 'To be edited').waitFor()
  await world.chat('ben', `PATCH /messages/${last}`, { content: 'It was <b>edited</b>' })
  await article(page, 'It was <b>edited</b>').getByText('edited', { exact: true }).waitFor()
  await post('ben', 'live', 'At the end')
  await article(page, 'At the end').waitFor()

  await scroll(page, { part: 0.5 })
  const row = article(page, 'Row 30.')
  await row.waitFor()
  await expect.poll(async () => topOf(row), patient).toBe(await topOf(row))
  const before = await topOf(row)
  await world.chat('ben', `PATCH /messages/${first}`, { topic: 'elsewhere' })
  await post('ben', 'live', 'More at the end')
  await page.getByRole('button', { name: '1 new message' }).waitFor()
  expect(Math.abs((await topOf(row)) - before)).toBeLessThan(3)
  await page.getByRole('button', { name: '1 new message' }).click()
  await article(page, 'More at the end').waitFor()
  await world.chat('ada', `DELETE /messages/${last}`)
  await article(page, 'It was').waitFor({ state: 'detached' })

  await page.goto(`/${at('elsewhere')}`)
  await article(page, 'To be deleted').waitFor()
  await world.chat('ada', `DELETE /messages/${first}`)
  await page.getByText('Nobody has posted in this topic yet.').waitFor()
})

test('who goes to the end gets there, also in the moment in which something above goes away', async () => {
  const ids: number[] = []
  for (let number = 1; number <= 60; number += 1) ids.push(await post('ben', 'leaving', `Row ${number}.`))
  await world.chat('ada', 'POST /mark_topic_as_read', { stream_id: stream, topic_name: 'leaving' })
  const page = await world.openChat('ada')
  for (let round = 0; round < 6; round += 1) {
    // A new list each time: after a jump to the end, the virtualizer holds a list there for a moment.
    await page.goto('/#narrow/is/starred')
    await page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor()
    await page.goto(`/${at('leaving')}`)
    await article(page, 'Row 60.').waitFor()
    await scroll(page, { part: 0.5 })
    const button = page.getByRole('button', { name: 'Jump to latest' })
    await button.waitFor()
    await button.evaluate((element: unknown) => {
      const { parentElement } = element as { parentElement: { previousElementSibling: never } }
      // In the browser, where no time passes between what is drawn and the click.
      new MutationObserver((_, observer) => {
        observer.disconnect()
        setTimeout(() => (element as HTMLElement).click(), 20)
      }).observe(parentElement.previousElementSibling, { subtree: true, childList: true })
    })
    await world.chat('ben', `PATCH /messages/${ids[round]}`, { topic: 'left' })
    await article(page, 'Row 60.').waitFor()
    await expect.poll(() => button.count(), patient).toBe(0)
  }
})

test('a stream that the user may not see is not there', async () => {
  await post('ben', 'closed', 'Not for guests')
  const page = await world.openChat('gus', at('closed'))
  await page.getByRole('heading', { name: 'Stream not found' }).waitFor()
  expect(await page.getByText('Not for guests').count()).toBe(0)
})

test('the conversation of the message at the top stays in view, and leads to it', async () => {
  for (const topic of ['soup', 'salad'])
    for (let number = 1; number <= 40; number += 1)
      await world.chat('ben', 'POST /messages', {
        type: 'stream',
        to: 'general',
        topic,
        content: `${topic} ${number}.`,
      })
  await world.chat('ada', 'POST /mark_all_as_read')
  const general = await world.streamId('general')
  await world.chat('ada', 'POST /user_topics', {
    stream_id: general,
    topic: 'soup',
    visibility_policy: 1,
  })
  const page = await world.openChat('ada', `#narrow/stream/${general}-general`)
  const header = feed(page).getByRole('group', { name: 'Conversation at the top' })
  await article(page, 'salad 40.').waitFor()
  await header.getByRole('link', { name: 'salad' }).waitFor()
  await feed(page).hover()
  const goUpToSoup = () =>
    expect
      .poll(async () => {
        await page.mouse.wheel(0, -200)
        return header.getByRole('link', { name: 'soup' }).count()
      }, patient)
      .toBe(1)
  await goUpToSoup()
  await header.getByRole('img', { name: 'Muted' }).waitFor()
  await expectAccessible(page)
  // The next one pushes it away: they never lie over each other.
  expect(await feed(page).evaluate(stackedHeaders)).toEqual([])
  await goUpToSoup()
  // By keyboard, the selected message is not below it.
  await page.keyboard.press('k')
  const selected = feed(page).locator('article[aria-current=true]')
  await selected.waitFor()
  for (let step = 0; step < 25; step += 1) await page.keyboard.press('k')
  const edge = async () => {
    const [message, cover] = [await selected.boundingBox(), await header.boundingBox()]
    return message!.y - (cover!.y + cover!.height)
  }
  await expect.poll(edge).toBeGreaterThanOrEqual(-1)
  await header.getByRole('link', { name: 'soup' }).click()
  await page.getByRole('heading', { level: 1, name: /soup/ }).waitFor()
})

/** Scrolls slowly, and says where the header at the top lay over that of another conversation. */
async function stackedHeaders(list: Element): Promise<string[]> {
  const found: string[] = []
  for (let step = 0; step < 40; step += 1) {
    list.scrollBy(0, 10)
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done))
    const stuck = list.querySelector('fieldset')
    const box = stuck?.getBoundingClientRect()
    for (const header of list.querySelectorAll('[data-header-of] > div')) {
      const { top, bottom } = header.getBoundingClientRect()
      const isOther = header.textContent !== stuck?.textContent
      if (box && isOther && top < box.bottom - 1 && bottom > box.top + 1) found.push(`${top} to ${bottom}`)
    }
  }
  return found
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { browsers, findProgram } from '../test/debian-packages.js'
import { addMessages, addPeople, subscribe } from './fill-chat.ts'
import { Latencies } from './latencies.ts'
import { makeArchive, makePlace, makeTelephonyPlace, streamNamed } from './places.ts'
import { reportRow } from './report.ts'
import { project, startSwitchboard } from './servers.ts'
import { type Goal, judge } from './targets.ts'
import { addContacts, addExtensions } from './telephony.ts'

const usual = { stored: 12_000, loaded: 10_000, switches: 60, people: 5000, loads: 5 }
const smoke = { stored: 600, loaded: 200, switches: 3, people: 50, loads: 1 }
const MAX_MS = 100
const MAX_KILOBYTES = 250

export async function benchWeb(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  const browser = await chromium.launch({
    executablePath: browsers.map(findProgram).find((path) => path !== undefined)!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      // The suggestions under the address field are a page of their own, which follows every change of the address.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AimEnabled',
    ],
  })
  try {
    await benchTopics(browser, sizes)
    await benchFirstLoad(browser, sizes)
    await benchPhonePages(browser, sizes)
  } finally {
    await browser.close()
  }
}

type Sizes = typeof usual

/** How long does another topic take, from the click until it is painted, when 10,000 messages are loaded? */
async function benchTopics(browser: Browser, sizes: Sizes): Promise<void> {
  const place = await makeArchive(sizes.stored)
  const ours = await startSwitchboard(place.dataDir, { options: ['--development'] })
  try {
    const page = await openPage(browser, ours.url, place.authorization.ben!)
    const bytes = await firstLoad(page)
    await loadHistory(page, sizes.loaded)
    const topics = await listTopics(ours.url, place.authorization.ben!, sizes.switches)
    for (const time of ['first time', 'again']) {
      const loaded = sizes.loaded.toLocaleString('en')
      const question = `another topic at ${loaded} loaded messages, ${time}, in ms`
      reportTimes(question, await measure(page, topics), isShort)
    }
    reportRow({
      question: 'compressed script of the first load of the chat, in KB',
      ours: `${(bytes / 1024).toFixed(0)} KB`,
      figure: bytes / 1024,
      target: `<= ${MAX_KILOBYTES}`,
      isMet: bytes / 1024 <= MAX_KILOBYTES,
    })
  } finally {
    await ours.stop()
    place.remove()
  }
}

/** How long does a new visitor of a large organization wait for messages? Everybody is in one stream. */
async function benchFirstLoad(browser: Browser, { people, loads }: Sizes): Promise<void> {
  const place = await makePlace(async (chat, { realm, people: demo }) => {
    const general = await streamNamed(chat, realm.id, 'general')
    const ids = await addPeople(chat, realm.id, people)
    await subscribe(
      chat,
      realm.id,
      ids.map((id) => [id, general] as const),
    )
    await addMessages(chat, realm.id, 200, (index) => ({
      stream: general,
      senderId: index % 2 === 0 ? demo.ada!.id : ids[index % ids.length]!,
      topic: `topic ${index % 20}`,
      content: `Message ${index}`,
    }))
  })
  const ours = await startSwitchboard(place.dataDir, { options: ['--development'] })
  try {
    const question = `first load with ${people.toLocaleString('en')} people, until the first message is painted, in ms`
    await timeLoads(loads, question, 'first load of the chat', async () => {
      const page = await openPage(browser, ours.url, place.authorization.ben!)
      return { page, time: await timeUntil(page, '/#all', 'article[data-message-id]') }
    })
  } finally {
    await ours.stop()
    place.remove()
  }
}

/** How long does somebody wait for the lists of a company whose people and extensions fill many pages? */
async function benchPhonePages(browser: Browser, { people, loads }: Sizes): Promise<void> {
  const place = await makeTelephonyPlace(async (telephony, demo) => {
    const users = await addContacts(telephony, demo, people)
    await addExtensions(telephony, demo, people, users)
  })
  const ours = await startSwitchboard(place.dataDir, { options: ['--development'] })
  const caller = JSON.stringify(JSON.stringify({ apiKey: 'dev-acme-key', userId: 'primary' }))
  const count = people.toLocaleString('en')
  try {
    for (const [title, path] of [
      ['People', 'users'],
      ['Extensions', 'extensions'],
    ] as const) {
      const question = `first load of the page ${title} with ${count} users and extensions, in ms`
      await timeLoads(loads, question, `first load of ${title}`, async () => {
        const page = await browser.newPage({ baseURL: ours.url, viewport: { width: 1280, height: 800 } })
        await page.addInitScript(`sessionStorage.setItem('switchboard-portal', ${caller})`)
        return { page, time: await timeUntil(page, `/portal/${path}`, 'tbody tr') }
      })
    }
  } finally {
    await ours.stop()
    place.remove()
  }
}

async function timeLoads(
  loads: number,
  question: string,
  goal: Goal,
  load: () => Promise<{ page: Page; time: number }>,
): Promise<void> {
  const latencies = new Latencies()
  // The first one warms the server up.
  for (let turn = 0; turn <= loads; turn += 1) {
    const { page, time } = await load()
    if (turn > 0) latencies.add(time)
    await page.context().close()
  }
  reportTimes(question, latencies, (p95) => judge(goal, p95))
}

/** In a browser that has nothing stored. */
async function openPage(browser: Browser, url: string, authorization: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 800 } })
  await signIn(page, url, authorization)
  return page
}

/** From the beginning of the navigation until an element is painted, in ms. */
async function timeUntil(page: Page, address: string, selector: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  return (await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('${selector}')) return requestAnimationFrame(look)
      setTimeout(() => resolve(performance.now()))
    }
    look()
  })`)) as number
}

async function signIn(page: Page, url: string, authorization: string): Promise<void> {
  await fetch(`${url}/api/v1/mark_all_as_read`, { method: 'POST', headers: { authorization } })
  const response = await page.request.post('/api/v1/dev_sessions', {
    form: { username: 'ben@example.com' },
    headers: { origin: url },
  })
  if (!response.ok()) throw new Error(await response.text())
}

/** The bytes of script that the browser fetched, compressed. */
async function firstLoad(page: Page): Promise<number> {
  const names = new Set<string>()
  page.on('request', (request) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1]
    if (name) names.add(name)
  })
  await page.goto('/#all')
  await page.getByRole('article').last().waitFor()
  const folder = join(project, 'dist/web/assets')
  const there = new Set(readdirSync(folder))
  const sizes = [...names].map(
    (name) => readFileSync(join(folder, there.has(`${name}.br`) ? `${name}.br` : name)).length,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Scrolls up until enough of "all messages" is loaded. */
async function loadHistory(page: Page, wanted: number): Promise<void> {
  let loaded = 0
  page.on('response', async (response) => {
    if (!response.url().includes('/api/v1/messages?')) return
    const { messages } = (await response.json().catch(() => ({ messages: [] }))) as { messages: unknown[] }
    loaded += messages.length
  })
  await page.reload()
  await page.getByRole('article').last().waitFor()
  for (let step = 0; step < 600 && loaded < wanted; step += 1) {
    await page.evaluate("document.querySelector('main section[aria-busy]').scrollTop = 0")
    await page.waitForTimeout(50)
  }
  if (loaded < wanted) throw new Error(`Only ${loaded} messages were loaded.`)
}

interface Topic {
  hash: string
  /** its newest message */
  id: number
}

/** Topics among the loaded messages. */
async function listTopics(url: string, authorization: string, count: number): Promise<Topic[]> {
  const query = new URLSearchParams({ anchor: 'newest', num_before: '4999', num_after: '0' })
  const response = await fetch(`${url}/api/v1/messages?${query}`, { headers: { authorization } })
  const { messages } = (await response.json()) as {
    messages: { id: number; subject: string; stream_id: number }[]
  }
  const newest = new Map<string, Topic>()
  for (const { id, subject, stream_id } of messages) {
    const hash = `#narrow/stream/${stream_id}/topic/${subject.replaceAll(' ', '.20')}`
    newest.set(hash, { hash, id })
  }
  return [...newest.values()].slice(0, count)
}

/** From the change of the address until the frame with the message is painted. */
async function measure(page: Page, topics: readonly Topic[]): Promise<Latencies> {
  const latencies = new Latencies()
  for (const { hash, id } of topics) {
    const time = await page.evaluate(`new Promise((resolve) => {
      const start = performance.now()
      location.hash = ${JSON.stringify(hash)}
      const look = () => {
        if (!document.querySelector('article[data-message-id="${id}"]')) return requestAnimationFrame(look)
        setTimeout(() => resolve(performance.now() - start))
      }
      requestAnimationFrame(look)
    })`)
    latencies.add(time as number)
  }
  return latencies
}

const isShort = (p95: number) => ({ target: `<= ${MAX_MS}`, isMet: p95 <= MAX_MS })

function reportTimes(
  question: string,
  latencies: Latencies,
  judged: (p95: number) => { target: string; isMet: boolean; goal?: Goal },
): void {
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => latencies.percentile(share)) as [
    number,
    number,
    number,
  ]
  reportRow({
    question,
    ours: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
    figure: p95,
    ...judged(p95),
  })
}

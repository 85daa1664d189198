import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { project } from './built.ts'
import { startSwitchboard } from './child-server.ts'
import { fillMessages } from './fill.ts'
import { makePlace } from './place.ts'
import { reportRow } from './report.ts'

const STORED = 12_000
const LOADED = 10_000
const SWITCHES = 60

/** How long does another topic take, from the click until it is painted, when 10,000 messages are loaded? */
export async function benchWeb(): Promise<void> {
  const place = await makePlace((chat, demo) => fillMessages(chat, demo, STORED))
  const ours = await startSwitchboard(place.dataDir, {}, ['--development'])
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      // The list under the address field is a page of its own, which takes part in every change of the address.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AimEnabled',
    ],
  })
  try {
    const page = await browser.newPage({ baseURL: ours.url, viewport: { width: 1280, height: 800 } })
    await signIn(page, ours.url, place.authorization.ben!)
    const bytes = await firstLoad(page)
    const loaded = await loadHistory(page)
    const topics = await listTopics(ours.url, place.authorization.ben!)
    const first = await measure(page, topics)
    const again = await measure(page, topics)
    reportTimes(`another topic at ${loaded.toLocaleString('en')} loaded messages, first time, in ms`, first)
    reportTimes(`another topic at ${loaded.toLocaleString('en')} loaded messages, again, in ms`, again)
    reportRow({
      question: 'compressed script of the first load of the chat, in KB',
      ours: `${(bytes / 1024).toFixed(0)} KB`,
      bare: 'not compared',
      ratio: bytes / 1024,
      target: '<= 250',
      met: bytes / 1024 <= 250,
    })
  } finally {
    await browser.close()
    await ours.stop()
    place.remove()
  }
}

async function signIn(page: Page, url: string, authorization: string): Promise<void> {
  await fetch(`${url}/api/v1/mark_all_as_read`, { method: 'POST', headers: { authorization } })
  const answer = await page.request.post('/api/v1/dev_sessions', {
    form: { username: 'ben@example.com' },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** What the browser really fetched, compressed as it came. */
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
async function loadHistory(page: Page): Promise<number> {
  let loaded = 0
  page.on('response', async (response) => {
    if (!response.url().includes('/api/v1/messages?')) return
    const { messages } = (await response.json().catch(() => ({ messages: [] }))) as { messages: unknown[] }
    loaded += messages.length
  })
  await page.reload()
  await page.getByRole('article').last().waitFor()
  for (let step = 0; step < 600 && loaded < LOADED; step += 1) {
    await page.evaluate("document.querySelector('main section[aria-busy]').scrollTop = 0")
    await page.waitForTimeout(50)
  }
  if (loaded < LOADED) throw new Error(`only ${loaded} messages were loaded`)
  return LOADED
}

interface Topic {
  hash: string
  /** its newest message */
  id: number
}

/** Topics among the loaded messages. */
async function listTopics(url: string, authorization: string): Promise<Topic[]> {
  const query = new URLSearchParams({ anchor: 'newest', num_before: '4999', num_after: '0' })
  const answer = await fetch(`${url}/api/v1/messages?${query}`, { headers: { authorization } })
  const { messages } = (await answer.json()) as {
    messages: { id: number; subject: string; stream_id: number }[]
  }
  const newest = new Map<string, Topic>()
  for (const { id, subject, stream_id } of messages) {
    const hash = `#narrow/stream/${stream_id}/topic/${subject.replaceAll(' ', '.20')}`
    newest.set(hash, { hash, id })
  }
  return [...newest.values()].slice(0, SWITCHES)
}

/** From the change of the address until the frame with the message is painted: what a frame calls for later runs after it. */
async function measure(page: Page, topics: readonly Topic[]): Promise<number[]> {
  const times: number[] = []
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
    times.push(time as number)
  }
  return times
}

function reportTimes(question: string, times: readonly number[]): void {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  reportRow({
    question,
    ours: `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms`,
    bare: 'not compared',
    ratio: at(0.95),
    target: '<= 100',
    met: at(0.95) <= 100,
  })
}

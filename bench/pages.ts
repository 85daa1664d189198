import { requestText } from './connection.ts'
import { authorizationOf } from './fill-chat.ts'
import { compare, reportComparison, reportHalfLoad } from './load.ts'
import { makeArchive, makeCrowd, READERS } from './places.ts'
import { step } from './progress.ts'
import { createRandom } from './random.ts'
import { startBareServer, startSwitchboard } from './servers.ts'
import type { Goal } from './targets.ts'

const PAGE = 100
/** Pages in the middle that several readers open, as they do with a link. */
const LINKED = 500

interface Question {
  text: string
  goal: Goal
  query: () => string
  /** The pages last for this many requests; then they would no longer be new. */
  maxCount?: number
}

/** How fast is a page of 100 messages when 1,000,000 are stored? For people who have read different messages. */
export async function benchPages(isSmoke: boolean): Promise<void> {
  const stored = isSmoke ? 4000 : 1_000_000
  const seconds = isSmoke ? 0.1 : 3
  const place = await makeArchive(stored)
  const ours = await startSwitchboard(place.dataDir)
  const draw = createRandom(2)
  const random = (below: number) => Math.floor(draw() * below)
  const pages = shuffle(Math.floor(stored / PAGE) - 2, random)
  const linked = pages.splice(0, Math.min(LINKED, pages.length / 2))
  const around = (page: number) =>
    `anchor=${PAGE + page * PAGE + PAGE / 2}&num_before=${PAGE / 2}&num_after=${PAGE / 2 - 1}`
  const narrow = encodeURIComponent('[{"operator":"stream","operand":"test"}]')
  const newest = `anchor=newest&num_before=${PAGE}&num_after=0`
  let fresh = 0
  const questions: Question[] = [
    { text: 'newest page of 100 messages', goal: 'newest page', query: () => newest },
    {
      text: 'newest page of 100 messages of a stream',
      goal: 'newest page of a stream',
      query: () => `${newest}&narrow=${narrow}`,
    },
    {
      text: 'page of 100 messages in the middle, requested again',
      goal: 'page again',
      query: () => around(linked[random(linked.length)]!),
    },
    {
      text: 'page of 100 messages in the middle, each for the first time',
      goal: 'page for the first time',
      query: () => around(pages[fresh++ % pages.length]!),
      // A warm-up and three rounds.
      maxCount: Math.floor(pages.length / 4),
    },
  ]
  for (const { text, goal, query, maxCount } of questions) {
    const next = () =>
      requestText({
        path: `/api/v1/messages?${query()}`,
        headers: { authorization: authorizationOf(random(READERS)) },
      })
    const sample = await fetchSample(`${ours.url}/api/v1/messages?${query()}`)
    const { messages } = JSON.parse(sample) as { messages: unknown[] }
    if (messages.length !== PAGE) throw new Error(`Expected ${PAGE} messages, not ${messages.length}.`)
    const bare = await startBareServer({ 'GET /api/v1/messages': sample })
    step(text)
    const samePage = requestText({
      path: `/api/v1/messages?${newest}`,
      headers: { authorization: authorizationOf(0) },
    })
    const result = await compare(
      { server: ours, next },
      // Its requests must not use up the pages.
      { server: bare, next: maxCount === undefined ? next : () => samePage },
      { seconds, ...(maxCount !== undefined && { maxCount }) },
    )
    reportComparison(`${text}, of ${stored.toLocaleString('en')}`, result, goal)
    if (maxCount === undefined) {
      await reportHalfLoad(text, ours, next, result.ours.perSecond)
    }
    await bare.stop()
  }
  await ours.stop()
  place.remove()
}

async function fetchSample(url: string): Promise<string> {
  return (await fetch(url, { headers: { authorization: authorizationOf(1) } })).text()
}

function shuffle(count: number, random: (below: number) => number): number[] {
  const list = Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index -= 1) {
    const other = random(index + 1)
    ;[list[index], list[other]] = [list[other]!, list[index]!]
  }
  return list
}

const PEOPLE = 1000

/** How fast does a client start in an organization of 1,000 people? */
export async function benchRegister(isSmoke: boolean): Promise<void> {
  const people = isSmoke ? 100 : PEOPLE
  const place = await makeCrowd(people)
  const ours = await startSwitchboard(place.dataDir)
  // One after the other: the queues of a person are limited.
  let person = 0
  const next = () => {
    person = (person + 1) % people
    return requestText({
      method: 'POST',
      path: '/api/v1/register',
      headers: { authorization: authorizationOf(person) },
      body: 'apply_markdown=true',
    })
  }
  const response = await fetch(`${ours.url}/api/v1/register`, {
    method: 'POST',
    headers: { authorization: authorizationOf(0) },
    body: new URLSearchParams({ apply_markdown: 'true' }),
  })
  const bytes = await response.text()
  if (!response.ok) throw new Error(`Register was refused: ${bytes}`)
  const bare = await startBareServer({ 'POST /api/v1/register': bytes })
  const result = await compare(
    { server: ours, next },
    { server: bare, next },
    { seconds: isSmoke ? 0.1 : 3, connections: 8 },
  )
  await ours.stop()
  await bare.stop()
  place.remove()
  const size = `${Math.round(bytes.length / 1024)} KB`
  reportComparison(`register with all initial data at ${people.toLocaleString('en')} users (${size})`, result)
}

import { join } from 'node:path'
import { authorizationOf } from './bulk/add-people.ts'
import { startBareServer, startSwitchboard } from './child-server.ts'
import { fillMessages } from './fill.ts'
import { reportHalfLoad } from './half-load.ts'
import { compare } from './load.ts'
import { makePlace } from './place.ts'
import { addReaders, spreadReadStates } from './readers.ts'
import { report } from './report.ts'
import { createRandom } from './search-corpus.ts'
import type { Goal } from './targets.ts'

const READERS = 1000
const PAGE = 100
/** Pages in the middle that are asked for: more than one reader comes to each, as they do to a link. */
const ANCHORS = 500
/** A page can be asked for the first time only once: the rounds are short enough that the pages last. */
const FIRST_TIME = { seconds: 2, warmUpSeconds: 1, rounds: 3 }

interface Question {
  text: string
  goal: Goal
  next: () => string
  firstTime?: boolean
}

/** How fast is a page of 100 messages when 1,000,000 are stored? Asked by people who have read different things. */
export async function benchFetch({ isQuick, keptIn }: { isQuick: boolean; keptIn?: string }): Promise<void> {
  const stored = isQuick ? 20_000 : 1_000_000
  const place = await makePlace(
    async (chat, demo) => {
      const readers = await addReaders(chat, demo, READERS)
      await fillMessages(chat, demo, stored)
      await spreadReadStates(chat, demo, readers, stored)
    },
    {},
    keptIn && join(keptIn, `fetch-${stored}`),
  )
  const ours = await startSwitchboard(place.dataDir)
  const draw = createRandom(2)
  const random = (below: number) => Math.floor(draw() * below)
  const pages = shuffle(Math.floor(stored / PAGE) - 2, random)
  const anchorOf = (page: number) => PAGE + page * PAGE + PAGE / 2
  const again = pages.splice(0, Math.min(ANCHORS, pages.length / 2))
  const around = (page: number) => `anchor=${anchorOf(page)}&num_before=50&num_after=49`
  const narrow = encodeURIComponent('[{"operator":"stream","operand":"test"}]')
  const newest = `anchor=newest&num_before=${PAGE}&num_after=0`
  let fresh = 0
  const questions: Question[] = [
    { text: 'newest page of 100 messages of all', goal: 'newest page', next: () => newest },
    {
      text: 'newest page of 100 messages of a stream',
      goal: 'newest page of a stream',
      next: () => `${newest}&narrow=${narrow}`,
    },
    {
      text: 'page of 100 messages in the middle, asked for again',
      goal: 'page again',
      next: () => around(again[random(again.length)]!),
    },
    {
      text: 'page of 100 messages in the middle, each for the first time',
      goal: 'page for the first time',
      next: () => around(pages[fresh++ % pages.length]!),
      firstTime: true,
    },
  ]
  for (const { text, goal, next: query, firstTime } of questions) {
    const next = () => ({
      path: `/api/v1/messages?${query()}`,
      headers: { authorization: authorizationOf(random(READERS)) },
    })
    const { path, headers } = next()
    const bytes = await (await fetch(`${ours.url}${path}`, { headers })).text()
    const { messages } = JSON.parse(bytes) as { messages: unknown[] }
    if (messages.length !== PAGE) throw new Error(`expected ${PAGE} messages, got ${messages.length}`)
    const bare = await startBareServer({ 'GET /api/v1/messages': bytes })
    const asked = { url: ours.url, next, ...(isQuick && { seconds: 1 }) }
    if (firstTime) {
      const { rounds, seconds, warmUpSeconds } = FIRST_TIME
      const perSecond = Math.floor(pages.length / (rounds * seconds + warmUpSeconds))
      // The bare server is asked for one page: it must not use up the others.
      const result = await compare(
        { ...asked, seconds, different: perSecond * seconds },
        { url: bare.url, next: () => ({ path, headers }), seconds },
        { rounds, warmUp: { seconds: warmUpSeconds, different: perSecond * warmUpSeconds } },
      )
      const note = result.ours.perSecond > perSecond ? ', some of them a second time' : ''
      report(`${text}${note}, of ${stored.toLocaleString('en')}`, result, goal)
    } else {
      const result = await compare(asked, { ...asked, url: bare.url })
      report(`${text}, of ${stored.toLocaleString('en')}`, result, goal)
      await reportHalfLoad(text, asked, result.ours.perSecond, isQuick)
    }
    await bare.stop()
  }
  await ours.stop()
  place.remove()
}

/** The numbers below `count`, in a random order. */
function shuffle(count: number, random: (below: number) => number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random(last + 1)
    const held = numbers[last]!
    numbers[last] = numbers[other]!
    numbers[other] = held
  }
  return numbers
}

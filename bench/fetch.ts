import { startBareServer, startSwitchboard } from './child-server.ts'
import { fillMessages } from './fill.ts'
import { reportHalfLoad } from './half-load.ts'
import { compare } from './load.ts'
import { makePlace } from './place.ts'
import { addReaders, authorizationsOf, spreadReadStates } from './readers.ts'
import { report } from './report.ts'
import { createRandom } from './search-corpus.ts'

const READERS = 1000
/** Pages in the middle that are asked for: more than one reader comes to each, as they do to a link. */
const ANCHORS = 500

/** How fast is a page of 100 messages when 1,000,000 are stored? Asked by people who have read different things. */
export async function benchFetch(stored = 1_000_000): Promise<void> {
  const keys: string[] = []
  const place = await makePlace(async (chat, demo) => {
    const readers = await addReaders(chat, demo, READERS)
    await fillMessages(chat, demo, stored)
    await spreadReadStates(chat, demo, readers, stored)
    keys.push(...authorizationsOf(chat, readers))
  })
  const ours = await startSwitchboard(place.dataDir)
  const draw = createRandom(2)
  const random = (below: number) => Math.floor(draw() * below)
  const anchors = Array.from({ length: ANCHORS }, () => 1000 + random(stored - 10_000))
  const narrow = encodeURIComponent('[{"operator":"stream","operand":"test"}]')
  const newest = 'anchor=newest&num_before=100&num_after=0'
  const around = (anchor: number) => `anchor=${anchor}&num_before=50&num_after=49`
  const questions: [string, () => string, number][] = [
    ['fetch of the newest 100 messages of all', () => newest, 0.7],
    ['fetch of the newest 100 messages of a stream', () => `${newest}&narrow=${narrow}`, 0.7],
    ['fetch of 100 messages in the middle', () => around(anchors[random(ANCHORS)]!), 0.7],
    [
      'fetch of 100 messages in the middle, each page for the first time',
      () => around(1000 + random(stored - 10_000)),
      0,
    ],
  ]
  for (const [question, ask, target] of questions) {
    const next = () => ({
      path: `/api/v1/messages?${ask()}`,
      headers: { authorization: keys[random(READERS)]! },
    })
    const { path, headers } = next()
    const bytes = await (await fetch(`${ours.url}${path}`, { headers })).text()
    const { messages } = JSON.parse(bytes) as { messages: unknown[] }
    if (messages.length !== 100) throw new Error(`expected 100 messages, got ${messages.length}`)
    const bare = await startBareServer({ 'GET /api/v1/messages': bytes })
    const result = await compare({ url: ours.url, next }, { url: bare.url, next })
    await bare.stop()
    report(`${question}, of ${stored.toLocaleString('en')}`, result, target)
    if (target > 0) await reportHalfLoad(question, { url: ours.url, next }, result.ours.perSecond)
  }
  await ours.stop()
  place.remove()
}

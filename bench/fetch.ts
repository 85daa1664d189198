import { startBareServer, startSwitchboard } from './child-server.ts'
import { fillMessages } from './fill.ts'
import { compare } from './load.ts'
import { makePlace } from './place.ts'
import { report } from './report.ts'

/** How fast is a page of 100 messages when 1,000,000 are stored? */
export async function benchFetch(stored = 1_000_000): Promise<void> {
  const place = await makePlace((chat, demo) => fillMessages(chat, demo, stored))
  const ours = await startSwitchboard(place.dataDir)
  const headers = { authorization: place.authorization.ben! }
  const questions: [string, string][] = [
    ['fetch of the newest 100 messages of all', 'anchor=newest&num_before=100&num_after=0'],
    [
      'fetch of the newest 100 messages of a stream',
      `anchor=newest&num_before=100&num_after=0&narrow=${encodeURIComponent('[{"operator":"stream","operand":"test"}]')}`,
    ],
    ['fetch of 100 messages in the middle', `anchor=${Math.floor(stored / 2)}&num_before=50&num_after=49`],
  ]
  for (const [question, query] of questions) {
    const url = `${ours.url}/api/v1/messages?${query}`
    const bytes = await (await fetch(url, { headers })).text()
    const { messages } = JSON.parse(bytes) as { messages: unknown[] }
    if (messages.length !== 100) throw new Error(`expected 100 messages, got ${messages.length}`)
    const bare = await startBareServer({ 'GET /messages': bytes })
    const result = await compare({ url, headers }, { url: `${bare.url}/messages`, headers })
    await bare.stop()
    report(`${question}, of ${stored.toLocaleString('en')}`, result, 0.5)
  }
  await ours.stop()
  place.remove()
}

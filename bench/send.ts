import { randomBytes } from 'node:crypto'
import { requestText } from './connection.ts'
import { totalOf } from './cpu-time.ts'
import { authorizationOf, nameOf } from './fill-chat.ts'
import { compare, reportComparison, reportHalfLoad } from './load.ts'
import { makeCrowd } from './places.ts'
import { step } from './progress.ts'
import { pick } from './random.ts'
import { reportRow } from './report.ts'
import { startBareServer, startSwitchboard, startSyncedPostgres } from './servers.ts'
import { judge } from './targets.ts'

const SENDERS = 1000
const emoji = ['tada', 'heart', 'smile', 'octopus', 'rocket', 'eyes']
const RESPONSE = '{"result":"success","msg":"","id":123456}\n'

/** How many messages a second are stored durably, each synced before its response, and what does one cost? */
export async function benchSend(isSmoke: boolean): Promise<void> {
  const senders = isSmoke ? 30 : SENDERS
  const seconds = isSmoke ? 0.1 : 3
  const bare = await startBareServer({ 'POST /api/v1/messages': RESPONSE })
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    const postgres = engine === 'PostgreSQL' ? await startSyncedPostgres() : undefined
    const place = await makeCrowd(senders, postgres?.settings)
    const ours = await startSwitchboard(place.dataDir, {
      ...(postgres && { settings: postgres.settings, postgresPid: postgres.pid }),
    })
    const kinds = [
      {
        name: 'send of the web app',
        next: sendsOfWebApp(senders, await findStreamId(ours.url)),
        goal: 'send',
      },
      { name: 'send with curl', next: sendsWithCurl(), goal: 'bare send' },
    ] as const
    const costs: number[] = []
    for (const { name, next, goal } of kinds) {
      const question = `${name} on ${engine} (durable)`
      step(question)
      const result = await compare({ server: ours, next }, { server: bare, next }, { seconds })
      reportComparison(question, result, engine === 'SQLite' ? goal : undefined)
      costs.push(totalOf(result.ours.cost))
      if (engine === 'SQLite') {
        await reportHalfLoad(question, ours, next, result.ours.perSecond)
      }
    }
    const [webApp, curl] = costs as [number, number]
    reportRow({
      question: `CPU time of a send of the web app on ${engine}, relative to one with curl`,
      ours: `${webApp.toFixed(0)} µs, with curl ${curl.toFixed(0)} µs`,
      figure: webApp / curl,
      ...(engine === 'SQLite' && judge('cost of a send', webApp / curl)),
    })
    await checkSent(ours.url)
    await ours.stop()
    await postgres?.stop()
    place.remove()
  }
  await bare.stop()
}

/**
 * What the web app and packages/client send: the program's name, a key so that a retry stores nothing twice, and in
 * every third message a mention, a link and an emoji.
 */
export function sendsOfWebApp(senders: number, streamId: number): () => string {
  const prefix = randomBytes(8).toString('hex')
  let count = 0
  return () => {
    count += 1
    const sentence = `The quick brown fox jumps over the lazy dog, and **nobody** minds for the ${count}th time.`
    const rich = `@**${nameOf((count * 7) % senders)}** ${sentence} See https://example.com/tickets/${count} :${pick(emoji, (count % 60) / 60)}:`
    const form = new URLSearchParams({
      type: 'stream',
      to: String(streamId),
      topic: `benchmark ${count % 50}`,
      content: count % 3 === 0 ? rich : sentence,
      client: 'website',
    })
    return requestText({
      method: 'POST',
      path: '/api/v1/messages',
      headers: {
        authorization: authorizationOf(count % senders),
        'idempotency-key': `${prefix}${String(count).padStart(16, '0')}`,
      },
      body: form.toString(),
    })
  }
}

/** One sender, the same text, no key. */
export function sendsWithCurl(): () => string {
  const text = requestText({
    method: 'POST',
    path: '/api/v1/messages',
    headers: { authorization: authorizationOf(0) },
    body: new URLSearchParams({
      type: 'stream',
      to: 'all',
      topic: 'benchmark',
      content: 'The quick brown fox jumps over the lazy dog, and **nobody** minds.',
    }).toString(),
  })
  return () => text
}

/** Throws unless the messages of the web app arrived as messages of the web app. */
async function checkSent(url: string): Promise<void> {
  const narrow = JSON.stringify([{ operator: 'has', operand: 'link' }])
  const query = new URLSearchParams({ anchor: 'newest', num_before: '1', num_after: '0', narrow })
  const response = await fetch(`${url}/api/v1/messages?${query}`, {
    headers: { authorization: authorizationOf(0) },
  })
  const { messages } = (await response.json()) as { messages: { client: string; content: string }[] }
  const parts = ['class="user-mention"', 'href="https://example.com/tickets/', 'class="emoji']
  const sent = messages[0]
  if (sent?.client !== 'website' || !parts.every((part) => sent.content.includes(part))) {
    throw new Error(`The sends of the web app are not those of the web app: ${JSON.stringify(sent)}`)
  }
}

export async function findStreamId(url: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/get_stream_id?stream=all`, {
    headers: { authorization: authorizationOf(0) },
  })
  return ((await response.json()) as { stream_id: number }).stream_id
}

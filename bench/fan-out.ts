import { Agent, get, request } from 'node:http'
import { startBareServer, startSwitchboard } from './child-server.ts'
import { makePlace } from './place.ts'
import { addReaders, authorizationsOf } from './readers.ts'
import { reportRow } from './report.ts'

const POLLS = 1000
const ROUNDS = 12

/** One message, 1,000 clients that wait for it: how long until the last of them has it? */
export async function benchFanOut(): Promise<void> {
  const keys: string[] = []
  const place = await makePlace(async (chat, demo) => {
    keys.push(...authorizationsOf(chat, await addReaders(chat, demo, POLLS)))
  })
  const ours = await startSwitchboard(place.dataDir)
  const headers = { authorization: place.authorization.ben! }
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const message = 'type=stream&to=test&topic=fan-out&content=Who+gets+this+first%3F'
  const body = await sampleAnswer(agent, ours.url, headers, form, message)
  const queues: { id: string; last: number; authorization: string }[] = []
  for (const authorization of keys) {
    const answer = await post(
      agent,
      `${ours.url}/api/v1/register`,
      { ...form, authorization },
      'event_types=["message"]&fetch_event_types=[]',
    )
    queues.push({ id: JSON.parse(answer).queue_id, last: -1, authorization })
  }
  const ourRound = async () => {
    const polls = queues.map(async (queue) => {
      const url = `${ours.url}/api/v1/events?queue_id=${queue.id}&last_event_id=${queue.last}`
      const { authorization } = queue
      const { events } = JSON.parse(await read(agent, url, { authorization })) as {
        events: { id: number; type: string }[]
      }
      queue.last = events.at(-1)!.id
      return events.length
    })
    await allWait(agent, ours.url)
    return timed(polls, () => post(agent, `${ours.url}/api/v1/messages`, form, message))
  }
  const bare = await startBareServer({ 'GET /wait': body })
  const bareRound = async () => {
    const polls = queues.map(({ authorization }) => read(agent, `${bare.url}/poll`, { authorization }))
    await allWait(agent, bare.url)
    return timed(polls, () => post(agent, `${bare.url}/wake`, form, message))
  }
  for (let round = 0; round < 3; round += 1) {
    await bareRound()
    await ourRound()
  }
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.bare.push(await bareRound())
    times.ours.push(await ourRound())
  }
  agent.destroy()
  await ours.stop()
  await bare.stop()
  place.remove()
  const [our, their] = [median(times.ours), median(times.bare)]
  reportRow({
    question: `fan-out of a message to ${POLLS.toLocaleString('en')} waiting polls`,
    ours: `${our.toFixed(1)} ms until the last has it`,
    bare: `${their.toFixed(1)} ms`,
    ratio: their / our,
    target: '>= 0.7',
    met: their / our >= 0.7,
  })
}

/** What a poll is answered with, for the bare server to answer the same. */
async function sampleAnswer(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  form: Record<string, string>,
  message: string,
): Promise<string> {
  const answer = await post(
    agent,
    `${url}/api/v1/register`,
    form,
    'event_types=["message"]&fetch_event_types=[]',
  )
  const { queue_id } = JSON.parse(answer)
  const poll = read(agent, `${url}/api/v1/events?queue_id=${queue_id}&last_event_id=-1`, headers)
  await settle()
  await post(agent, `${url}/api/v1/messages`, form, message)
  return poll
}

/** From the trigger until the last of the polls is answered. */
async function timed(polls: Promise<unknown>[], trigger: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  const triggered = trigger()
  await Promise.all(polls)
  const took = performance.now() - start
  await triggered
  return took
}

const settle = () => new Promise((next) => setTimeout(next, 300))

/** Until all polls have arrived and wait, as the server counts them; then a moment of quiet. */
async function allWait(agent: Agent, url: string): Promise<void> {
  for (;;) {
    const metrics = await read(agent, `${url}/metrics`, {})
    if (Number(/^switchboard_waiting_polls (\d+)/m.exec(metrics)?.[1]) === POLLS) return void (await settle())
    await settle()
  }
}

const median = (values: number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!

function read(agent: Agent, url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((done, failed) => {
    get(url, { agent, headers }, (response) => collect(response, done)).once('error', failed)
  })
}

function post(agent: Agent, url: string, headers: Record<string, string>, body: string): Promise<string> {
  return new Promise((done, failed) => {
    const sending = request(url, { agent, headers, method: 'POST' }, (response) => collect(response, done))
    sending.once('error', failed)
    sending.end(body)
  })
}

function collect(response: NodeJS.ReadableStream, done: (text: string) => void): void {
  let text = ''
  response.on('data', (piece) => {
    text += piece
  })
  response.on('end', () => done(text))
}

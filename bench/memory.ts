import { startSwitchboard } from './child-server.ts'
import { addPeople, addStreamWith } from './fill.ts'
import { makePlace } from './place.ts'
import { reportRow } from './report.ts'

const QUEUES = 10_000
const PEOPLE = 1000

/** What do 10,000 registered queues keep in memory? */
export async function benchMemory(): Promise<void> {
  const keys: string[] = []
  const place = await makePlace(async (chat, demo) => {
    const people = await addPeople(chat, demo, PEOPLE)
    await addStreamWith(chat, demo, 'everybody', people)
    for (const user of people) {
      const key = chat.secrets.decrypt(user.api_key_sealed)
      keys.push(`Basic ${Buffer.from(`${user.email}:${key}`).toString('base64')}`)
    }
  })
  const ours = await startSwitchboard(place.dataDir)
  // The first requests load and compile code, which no queue is to blame for.
  for (let index = 0; index < 200; index += 1) await register(ours.url, keys[0]!)
  const idle = ours.memory()
  for (let index = 0; index < QUEUES; index += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, offset) => register(ours.url, keys[(index + offset) % keys.length]!)),
    )
  }
  const grown = ours.memory() - idle
  await ours.stop()
  place.remove()
  reportRow({
    question: `memory of ${QUEUES.toLocaleString('en')} registered queues over idle, in MB`,
    ours: `${grown.toFixed(0)} MB over ${idle.toFixed(0)} MB`,
    bare: 'not compared',
    ratio: grown,
    target: '<= 300',
    met: grown <= 300,
  })
}

async function register(url: string, authorization: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/register`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'event_types=["message","subscription"]&fetch_event_types=["message"]',
  })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

import { Latencies } from './latencies.ts'
import { step } from './progress.ts'
import { RawConnection } from './raw-connection.ts'
import { reportRow } from './report.ts'
import { type Requests, requestTexts } from './request-texts.ts'
import { createRandom } from './search-corpus.ts'

const CONNECTIONS = 128
const SECONDS = 20
const WARM_UP_SECONDS = 2
const TICK_MS = 1
const MOST_MS = 25

/** At half of what the server can do, requests come at random moments, answered or not: how long is p99? */
export async function reportHalfLoad(question: string, options: Requests, most: number): Promise<void> {
  const perSecond = most / 2
  step(`${question}: ${Math.round(perSecond).toLocaleString('en')} a second, half of the most`)
  const latencies = await offer(options, perSecond)
  const { p50, p99, longest } = latencies.summary()
  reportRow({
    question: `${question}: p99 at half load, in ms`,
    ours: `${Math.round(perSecond)}/s offered, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`,
    bare: 'not compared',
    ratio: p99,
    target: `<= ${MOST_MS}`,
    met: p99 <= MOST_MS,
  })
}

async function offer(options: Requests, perSecond: number): Promise<Latencies> {
  const { port } = new URL(options.url)
  const idle = Array.from({ length: CONNECTIONS }, () => new RawConnection(Number(port), lost))
  const connections = [...idle]
  /** when those were due that wait for a connection */
  const waiting: number[] = []
  const latencies = new Latencies()
  const texts = requestTexts(options)
  const random = createRandom(17)
  const began = performance.now()
  const measuredFrom = began + WARM_UP_SECONDS * 1000
  const end = measuredFrom + SECONDS * 1000
  const send = (due: number) => {
    const connection = idle.pop()
    if (!connection) {
      waiting.push(due)
      return
    }
    connection.request(texts(), (status, body) => {
      if (status !== 200) throw new Error(`${status}: ${body.toString().slice(0, 300)}`)
      if (due >= measuredFrom) latencies.add(performance.now() - due)
      idle.push(connection)
      const next = waiting.shift()
      if (next !== undefined) send(next)
    })
  }
  let due = began
  while (performance.now() < end) {
    for (; due <= performance.now(); due += (-Math.log(1 - random()) * 1000) / perSecond) send(due)
    await new Promise((next) => setTimeout(next, TICK_MS))
  }
  // Whoever is still waiting has waited at least this long.
  for (let wait = 0; wait < 100 && idle.length < CONNECTIONS; wait += 1) {
    await new Promise((next) => setTimeout(next, 50))
  }
  for (const connection of connections) connection.close()
  return latencies
}

function lost(error: Error): void {
  throw error
}

import { type Load, load } from './load.ts'
import { step } from './progress.ts'
import { reportRow } from './report.ts'

const CONNECTIONS = 128
const SECONDS = { usual: 20, quick: 2 }
const MOST_MS = 25

/** At half of what the server can do, by many clients that each ask at random moments: how long is p99? */
export async function reportHalfLoad(
  question: string,
  options: Parameters<typeof load>[0],
  most: number,
  isQuick: boolean,
): Promise<void> {
  const wanted = most / 2
  step(`${question}: ${Math.round(wanted).toLocaleString('en')} a second, half of the most`)
  const pauseMs = (CONNECTIONS / wanted) * 1000
  const ask = (pause: number, seconds: number): Promise<Load> =>
    load({ ...options, connections: CONNECTIONS, pauseMs: pause, seconds })
  // The answers take their time as well: what a short run shows of it is taken from the pauses.
  const { perSecond } = await ask(pauseMs, isQuick ? 1 : 3)
  const { p50, p99, longest, errors, ...held } = await ask(
    pauseMs - Math.max(0, (CONNECTIONS / perSecond) * 1000 - pauseMs),
    SECONDS[isQuick ? 'quick' : 'usual'],
  )
  reportRow({
    question: `${question}: p99 at half load, in ms`,
    ours: `${Math.round(held.perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`,
    bare: 'not compared',
    ratio: p99,
    target: `<= ${MOST_MS}`,
    met: p99 <= MOST_MS && errors === 0,
  })
}

import { runAsterisk } from '../test/harness/asterisk/run-asterisk.ts'
import { cpuSecondsOf, memoryOf, memoryOfAll, totalOf } from './cpu-time.ts'
import { Latencies } from './latencies.ts'
import { makeTelephonyPlace } from './places.ts'
import { step } from './progress.ts'
import { reportRow, reportTable } from './report.ts'
import { makeFolder, pause, startSwitchboard } from './servers.ts'
import { callAll, type SippPhone, startCallees } from './sipp-phones.ts'

const usual = { phones: 200, callsPerSecond: 20, seconds: 600, talkMs: 3000, settleMs: 20_000 }
const smoke = { phones: 4, callsPerSecond: 1, seconds: 2, talkMs: 200, settleMs: 100 }
/** Asterisk uses two ports for each end of a call. */
const RTP_PORTS = { from: 40_000, to: 44_000 }
const WARM_UP_SECONDS = 5
/** Memory that grows between these moments of the calls stays; what was there before is what many calls at once need. */
const [EARLY, LATE] = [0.2, 0.95]
/** One SIPp registers the phones, another answers for them. Neither takes a new name of the other end during a call. */
const simplePhone = { rewrite_contact: 'no', sendrpid: 'no' }
const CONTENT = { 'content-type': 'application/json' }

/** How does a day with many calls go: are all connected, how soon does it ring, and what stays in memory? */
export async function benchCalls(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  step(`${sizes.phones} phones register`)
  const asterisk = await runAsterisk(
    { dataDir: makeFolder(), databaseUrl: undefined, remove: async () => {} },
    { lifetimeSeconds: sizes.seconds * 2 + 600, parameters: { rtp: RTP_PORTS } },
  )
  const place = await makeTelephonyPlace(async () => {})
  const server = await startSwitchboard(place.dataDir, { settings: asterisk.settings })
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...place.headers, ...(body && CONTENT) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const instance = `/instances/${place.demo.acme.instanceUuid}`
  const [{ internal_domain: domain }] = (await call('GET', '/instances')) as [{ internal_domain: string }]
  const phones: SippPhone[] = []
  for (let number = 3001; number <= 3000 + sizes.phones; number += 1) {
    const made = await call('POST', `${instance}/bulks/extensions`, {
      data: { id: number, name: `Desk ${number}`, ...simplePhone },
    })
    phones.push({ number, secret: (made as { data: { secret: string } }).data.secret })
  }
  const half = phones.length / 2
  const load = {
    ...sizes,
    sipPort: asterisk.sipPort,
    domain,
    callers: phones.slice(0, half),
    callees: phones.slice(half),
  }
  const endCallees = await startCallees(load)
  step('the first calls load code and fill caches')
  await callAll({ ...load, seconds: isSmoke ? 1 : WARM_UP_SECONDS })
  const memory = async () => {
    await server.collectGarbage()
    return { switchboard: memoryOf(server.pid), asterisk: memoryOfAll(asterisk.pid()) }
  }
  const memoryAtRest = () => pause(sizes.settleMs).then(memory)
  const before = { memory: await memoryAtRest(), own: server.cpu(), asterisk: cpuSecondsOf(asterisk.pid()) }
  step(`${sizes.callsPerSecond} calls a second for ${sizes.seconds} seconds`)
  const calling = callAll(load)
  const share = (of: number) => pause(sizes.seconds * 1000 * of)
  await share(EARLY)
  const early = await memory()
  await share(LATE - EARLY)
  const late = await memory()
  const { tried, succeeded, ringingMs } = await calling
  const after = { own: server.cpu(), asterisk: cpuSecondsOf(asterisk.pid()), memory: await memoryAtRest() }
  endCallees()
  await server.stop()
  await asterisk.stop()
  place.remove()
  const ringing = new Latencies()
  for (const ms of ringingMs) ringing.add(ms)
  const { p50, p99, longest } = ringing.summary()
  const ofCore = (seconds: number) => `${((seconds / sizes.seconds) * 100).toFixed(0)} % of a core`
  const memories = [before.memory, early, late, after.memory]
  const [own, others] = [memories.map((one) => one.switchboard), memories.map((one) => one.asterisk)]
  const grown = (all: readonly number[]) => `${all.map((one) => one.toFixed(0)).join(', ')} MB`
  const when = `before, after ${EARLY * 100} and ${LATE * 100} % of the calls, and at rest`
  reportRow({
    question: `calls that were connected and ended well, of ${tried.toLocaleString('en')}, in %`,
    ours: `${succeeded.toLocaleString('en')} calls`,
    figure: (succeeded / tried) * 100,
    errors: isSmoke ? tried - succeeded : 0,
  })
  reportTable({
    title: `${sizes.callsPerSecond} calls a second between ${sizes.phones} phones`,
    head: ['what', 'figure'],
    rows: [
      [
        'from the call until it rings',
        `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at most ${longest.toFixed(0)} ms`,
      ],
      ['CPU of Switchboard', ofCore(totalOf(after.own) - totalOf(before.own))],
      ['CPU of Asterisk', ofCore(after.asterisk - before.asterisk)],
      [`memory of Switchboard ${when}`, grown(own)],
      [`memory of Asterisk ${when}`, grown(others)],
    ],
  })
}

import { Latencies } from '../latencies.ts'
import { createRandom } from '../search-corpus.ts'
import type { Crowd } from './crowd.ts'
import type { Job, JobResult } from './job.ts'
import { joinOurStream } from './our-crowd.ts'
import { joinXmppRoom } from './xmpp-crowd.ts'

/** The load generator: takes a job from its parent and answers with what it saw. */
const WARM_UP_MS = 1500
const TICK_MS = 5

process.once('message', (job: Job) => void run(job).catch(fail))
process.once('disconnect', () => process.exit(0))

function fail(error: unknown): void {
  console.error(error)
  process.exit(1)
}

async function run(job: Job): Promise<void> {
  const join = job.protocol === 'xmpp' ? joinXmppRoom : joinOurStream
  const crowd = await join(job.plan, fail)
  if (job.kind === 'hold') {
    process.send!({ joined: true })
    return
  }
  const result = await work(crowd, job)
  crowd.close()
  process.send!(result, () => process.exit(0))
}

async function work(crowd: Crowd, job: Job): Promise<JobResult> {
  const seen = watch(crowd)
  switch (job.kind) {
    case 'fill':
      await flood(crowd, job, seen, (sent) => sent < job.count)
      break
    case 'flood': {
      const end = performance.now() + WARM_UP_MS + job.seconds * 1000
      setTimeout(seen.start, WARM_UP_MS)
      setTimeout(seen.stop, WARM_UP_MS + job.seconds * 1000)
      await flood(crowd, job, seen, () => performance.now() < end)
      break
    }
    case 'steady':
      await steady(crowd, job, seen)
      break
    case 'fetch':
      await fetchPages(crowd, job, seen)
      break
  }
  return seen.result()
}

type Watch = ReturnType<typeof watch>

/** Counts between start and stop only: neither the warm-up nor the end of a run. */
function watch(crowd: Crowd) {
  const sentAt: number[] = []
  const latency = new Latencies()
  let [stored, delivered, fetched] = [0, 0, 0]
  let [began, took] = [0, 0]
  let used = process.cpuUsage()
  let isOn = false
  crowd.onDelivery = (number) => {
    if (!isOn) return
    delivered += 1
    latency.add(performance.now() - (sentAt[number] ?? began))
  }
  return {
    sentAt,
    start() {
      isOn = true
      began = performance.now()
      used = process.cpuUsage()
    },
    stop() {
      if (!isOn) return
      isOn = false
      took = (performance.now() - began) / 1000
      used = process.cpuUsage(used)
    },
    store() {
      if (isOn) stored += 1
    },
    fetch() {
      if (isOn) fetched += 1
    },
    result: (): JobResult => ({
      stored: took === 0 ? 0 : stored / took,
      delivered: took === 0 ? 0 : delivered / took,
      latency: latency.summary(),
      fetched: took === 0 ? 0 : fetched / took,
      generatorShare: took === 0 ? 0 : (used.user + used.system) / 1e6 / took,
    }),
  }
}

/** Every sender keeps its maximum number of messages in flight. */
function flood(crowd: Crowd, { plan }: Job, seen: Watch, more: (sent: number) => boolean): Promise<void> {
  let [sent, inFlight] = [0, 0]
  return new Promise((done) => {
    const next = (sender: number) => {
      if (!more(sent)) {
        if (inFlight === 0) done()
        return
      }
      const number = sent
      sent += 1
      inFlight += 1
      seen.sentAt[number] = performance.now()
      crowd.send(sender, number, () => {
        inFlight -= 1
        seen.store()
        next(sender)
      })
    }
    for (let sender = 0; sender < plan.senders; sender += 1) {
      for (let index = 0; index < plan.window; index += 1) next(sender)
    }
  })
}

/** Messages leave when they are due; what is late is late from the moment at which it was due. */
async function steady(crowd: Crowd, job: Extract<Job, { kind: 'steady' }>, seen: Watch): Promise<void> {
  const began = performance.now()
  const warm = WARM_UP_MS
  setTimeout(seen.start, warm)
  let [sent, stored] = [0, 0]
  for (;;) {
    const now = performance.now() - began
    if (now > warm + job.seconds * 1000) break
    const due = Math.floor((now / 1000) * job.perSecond)
    while (sent < due) {
      const number = sent
      sent += 1
      seen.sentAt[number] = began + (sent / job.perSecond) * 1000
      crowd.send(number % job.plan.senders, number, () => {
        stored += 1
        seen.store()
      })
    }
    await new Promise((next) => setTimeout(next, TICK_MS))
  }
  // What was sent in time still counts when it arrives late.
  const latest = performance.now() + 10_000
  while (stored < sent && performance.now() < latest) await new Promise((next) => setTimeout(next, 50))
  seen.stop()
}

async function fetchPages(crowd: Crowd, job: Extract<Job, { kind: 'fetch' }>, seen: Watch): Promise<void> {
  const random = createRandom(3)
  const depth = () => (job.place === 'newest' ? 0 : 0.05 + 0.9 * random())
  // Finds the places of the archive first, where that has to be.
  await crowd.fetch(0, depth())
  const end = performance.now() + WARM_UP_MS + job.seconds * 1000
  setTimeout(seen.start, WARM_UP_MS)
  const reader = async (index: number) => {
    while (performance.now() < end) {
      await crowd.fetch(index, depth())
      seen.fetch()
    }
  }
  await Promise.all(Array.from({ length: job.plan.senders }, (_, index) => reader(index)))
  seen.stop()
}

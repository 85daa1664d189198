import { totalOf } from './cpu-time.ts'
import { BUSY_GENERATOR } from './load.ts'
import { kilobytesEach } from './memory.ts'
import { startOurPeer } from './peers/our-peer.ts'
import { type Measured, PAGE, type Peer, RoomLoad } from './peers/room.ts'
import { startEjabberd, startProsody } from './peers/xmpp-servers.ts'
import { step } from './progress.ts'
import { createRandom } from './random.ts'
import { reportRow } from './report.ts'

/** `archive`: messages before anything is measured; `connected`: clients whose memory is measured. */
const usual = {
  rounds: 3,
  seconds: 5,
  archive: 10_000,
  senders: 16,
  receivers: 200,
  connected: 1000,
  settleMs: 2000,
}
const smoke = {
  rounds: 1,
  seconds: 0.2,
  archive: 500,
  senders: 4,
  receivers: 10,
  connected: 100,
  settleMs: 100,
}
type Sizes = typeof usual
/** Messages that a sender has sent before the first is acknowledged, without and with receivers. */
const WINDOW = 10
const WINDOW_OF_DELIVERIES = 3

type Kind = 'stored' | 'newest' | 'anywhere' | 'full' | 'slow'
interface Figures extends Record<Kind, Measured> {
  kilobytes: number
}

/** The same room on our server, on Prosody and on ejabberd: how much do they store, find and deliver? */
export async function benchPeers(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  const people = sizes.senders + sizes.receivers + sizes.connected
  const peers: Peer[] = []
  try {
    peers.push(await startOurPeer('SQLite', people))
    peers.push(await startOurPeer('PostgreSQL', people))
    peers.push(await startProsody(people))
    peers.push(await startEjabberd(people))
    for (const peer of peers) await fillRoom(peer, sizes)
    await measure(peers, sizes)
  } finally {
    for (const peer of peers) await peer.stop()
  }
}

async function fillRoom(peer: Peer, { senders, archive }: Sizes): Promise<void> {
  step(`${peer.name}: ${archive.toLocaleString('en')} messages`)
  await peer.room.joinUpTo(senders)
  await new RoomLoad(peer, senders).store(archive, WINDOW)
  const stored = peer.countStored?.() ?? archive
  if (stored < archive) throw new Error(`${peer.name} has stored ${stored} of ${archive} messages.`)
}

async function measure(peers: readonly Peer[], sizes: Sizes): Promise<void> {
  const { rounds, seconds, senders, receivers, archive, connected, settleMs } = sizes
  /** One server after the other in each round, so that other load on the machine slows down all of them. */
  const inTurns = async (
    what: string,
    run: (load: RoomLoad) => Promise<Measured>,
    rank = ({ perSecond }: Measured) => perSecond,
  ) => {
    const results = new Map(peers.map((peer) => [peer, [] as Measured[]]))
    for (let round = 1; round <= rounds; round += 1) {
      step(`${what}, round ${round} of ${rounds}`)
      for (const [peer, list] of results) list.push(await run(new RoomLoad(peer, senders)))
    }
    // The median round: one hiccup does not decide.
    for (const list of results.values()) list.sort((one, other) => rank(one) - rank(other))
    return (peer: Peer) => results.get(peer)![Math.floor(rounds / 2)]!
  }
  const draw = createRandom(3)
  const anyPlace = () => PAGE * (1 + Math.floor(draw() * (archive / PAGE - 1)))
  const newest = await inTurns('newest pages', (load) => load.readFor(seconds, () => 0))
  const anywhere = await inTurns('pages anywhere', (load) => load.readFor(seconds, anyPlace))
  const stored = await inTurns('messages stored', (load) => load.sendFor(seconds, WINDOW))
  for (const { room } of peers) await room.joinUpTo(senders + receivers)
  const full = await inTurns(`messages to ${receivers} receivers`, (load) =>
    load.sendFor(seconds, WINDOW_OF_DELIVERIES),
  )
  // All of them keep up with half of what the slowest one does.
  const rate = Math.max(1, Math.floor(Math.min(...peers.map((peer) => full(peer).perSecond)) / 2))
  const slow = await inTurns(
    `${rate} messages a second`,
    (load) => load.sendAtRate(seconds, rate),
    ({ p99 }) => p99,
  )
  const figures = new Map<Peer, Figures>()
  for (const peer of peers) {
    step(`memory of ${connected.toLocaleString('en')} clients: ${peer.name}`)
    const growth = { first: senders + receivers, more: connected, settleMs }
    figures.set(peer, {
      newest: newest(peer),
      anywhere: anywhere(peer),
      stored: stored(peer),
      full: full(peer),
      slow: slow(peer),
      kilobytes: await kilobytesEach(peer, peer.room, growth),
    })
  }
  report(figures, questions(sizes, rate))
}

interface Question {
  text: string
  figure(figures: Figures): number
  show(figures: Figures): string
  /** whose CPU time is shown */
  of?: Kind
  /** times the better of the other servers; where less is better, how many times less */
  target: number
  isLessBetter?: boolean
}

const throughput = (
  text: string,
  of: Kind,
  target: number,
  figure = ({ perSecond }: Measured) => perSecond,
): Question => ({
  text,
  of,
  target,
  figure: (it) => figure(it[of]),
  show: (it) =>
    `${Math.round(figure(it[of])).toLocaleString('en')}/s` +
    (it[of].generator > BUSY_GENERATOR ? ', limited by the load generator' : ''),
})

const latency = (when: string, of: Kind): Question => ({
  text: `p99 from send to receipt ${when}`,
  of,
  target: 1,
  isLessBetter: true,
  figure: (it) => it[of].p99,
  show: (it) => `p50 ${it[of].p50.toFixed(1)} ms, p99 ${it[of].p99.toFixed(1)} ms`,
})

const questions = ({ archive, receivers, connected }: Sizes, rate: number): Question[] => [
  throughput('messages stored', 'stored', 10),
  throughput(`newest page of ${PAGE} messages`, 'newest', 10),
  throughput(`page of ${PAGE} messages anywhere in ${archive.toLocaleString('en')}`, 'anywhere', 10),
  throughput(
    `deliveries to ${receivers} receivers (CPU time of a message)`,
    'full',
    1.2,
    ({ deliveries }) => deliveries,
  ),
  latency(`at ${rate}/s`, 'slow'),
  latency('at full load', 'full'),
  {
    text: `memory of a connected client (growth by ${connected.toLocaleString('en')} of them)`,
    target: 1,
    isLessBetter: true,
    figure: (it) => it.kilobytes,
    show: (it) => `${it.kilobytes.toFixed(1)} KB`,
  },
]

/** Compares our server with the better one of the others. */
function report(all: ReadonlyMap<Peer, Figures>, asked: readonly Question[]): void {
  const others = [...all].filter(([{ isOurs }]) => !isOurs)
  for (const [{ name, isOurs }, ours] of all) {
    for (const { text, figure, show, of, target, isLessBetter } of isOurs ? asked : []) {
      const goodness = (it: Figures) => (isLessBetter ? 1 / figure(it) : figure(it))
      const sorted = [...others].sort(([, one], [, other]) => goodness(other) - goodness(one))
      const [, theirs] = sorted[0]!
      const times = goodness(ours) / goodness(theirs)
      reportRow({
        question: `${text}, ${name}`,
        ours: show(ours),
        bare: sorted.map(([peer, figures]) => `${peer.name} ${show(figures)}`).join('; '),
        figure: times,
        ...(of && { cost: ours[of].cost, bareCost: totalOf(theirs[of].cost) }),
        target: `>= ${target}`,
        isMet: times >= target,
      })
    }
  }
}

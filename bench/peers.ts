import { installPackages } from './install-packages.ts'
import { startEjabberd } from './peers/ejabberd.ts'
import { measurePeers, type PeerFigures, type PeerSizes } from './peers/measure-peers.ts'
import { startOurs } from './peers/our-server.ts'
import type { PeerServer } from './peers/peer-server.ts'
import { startProsody } from './peers/prosody.ts'
import { step } from './progress.ts'
import { reportPlot, reportRow, reportTable } from './report.ts'

const usual: PeerSizes = {
  seconds: 5,
  rounds: 3,
  archive: 20_000,
  senders: 10,
  receivers: 200,
  connected: 1000,
}
const quick: PeerSizes = {
  seconds: 2,
  rounds: 1,
  archive: 1000,
  senders: 5,
  receivers: 30,
  connected: 200,
}

type Measured = [server: PeerServer, figures: PeerFigures]

/** The same room and the same people on Prosody, on ejabberd and on ours: who stores, delivers and finds more? */
export async function benchPeers({ isQuick }: { isQuick: boolean }): Promise<void> {
  installPackages(['prosody', 'lua-dbi-sqlite3', 'ejabberd', 'erlang-p1-sqlite3'])
  const sizes = isQuick ? quick : usual
  const servers: PeerServer[] = []
  const starts = [
    () => startOurs('SQLite'),
    () => startOurs('PostgreSQL'),
    () => startProsody(),
    () => startEjabberd(),
  ]
  try {
    for (const start of starts) {
      step(`starting server ${servers.length + 1} of ${starts.length}`)
      servers.push(await start())
    }
    const { figures, commonRate } = await measurePeers(servers, sizes)
    tell([...figures], sizes, commonRate)
  } finally {
    for (const server of servers) await server.stop()
  }
}

interface Goal {
  what: string
  figure: (figures: PeerFigures) => number
  show: (value: number) => string
  /** times the better peer; for what should be small, its part */
  target: number
  isSmallGood?: boolean
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
const ms = (value: number) => `${value.toFixed(1)} ms`
const kilobytes = (value: number) => `${value.toFixed(0)} KB`

const goals: Goal[] = [
  { what: 'messages stored', figure: (it) => it.stored, show: perSecond, target: 10 },
  { what: 'newest pages of the archive', figure: (it) => it.newest, show: perSecond, target: 10 },
  { what: 'pages anywhere in the archive', figure: (it) => it.anywhere, show: perSecond, target: 10 },
  { what: 'deliveries', figure: (it) => it.delivered, show: perSecond, target: 1.2 },
  { what: 'p99 at the common rate', figure: (it) => it.steady.p99, show: ms, target: 1, isSmallGood: true },
  { what: 'p99 at full load', figure: (it) => it.fullLoad.p99, show: ms, target: 1, isSmallGood: true },
  {
    what: 'memory of a connected client',
    figure: (it) => it.memoryKilobytes,
    show: kilobytes,
    target: 1,
    isSmallGood: true,
  },
]

function tell(measured: readonly Measured[], sizes: PeerSizes, commonRate: number): void {
  reportTable({
    title: `Peers: ${sizes.senders} senders, ${sizes.receivers} receivers, an archive of ${sizes.archive.toLocaleString('en')} messages and what the run adds`,
    head: [
      'server',
      'stored',
      'delivered',
      `send to receipt at ${commonRate}/s: p50, p99`,
      'at full load: p50, p99',
      'newest 100',
      '100 anywhere',
      'memory a client',
      'storage',
    ],
    rows: measured.map(([server, figures]) => [
      server.name,
      perSecond(figures.stored),
      perSecond(figures.delivered),
      `${ms(figures.steady.p50)}, ${ms(figures.steady.p99)}`,
      `${ms(figures.fullLoad.p50)}, ${ms(figures.fullLoad.p99)}`,
      perSecond(figures.newest),
      perSecond(figures.anywhere),
      kilobytes(figures.memoryKilobytes),
      server.storage,
    ]),
  })
  const peers = measured.filter(([server]) => server.protocol === 'xmpp' && server.synced)
  for (const own of measured.filter(([server]) => server.protocol === 'switchboard')) compareOne(own, peers)
}

/** With the better of the peers that sync, as we do. */
function compareOne([server, own]: Measured, peers: readonly Measured[]): void {
  const bars = goals.map(({ what, figure, show, target, isSmallGood }) => {
    const sorted = [...peers].sort(([, one], [, other]) => figure(other) - figure(one))
    const [peer, theirs] = isSmallGood ? sorted.at(-1)! : sorted[0]!
    const ratio = isSmallGood ? figure(theirs) / figure(own) : figure(own) / figure(theirs)
    reportRow({
      question: `${server.name}, ${what}`,
      ours: show(figure(own)),
      bare: `${peer.name} ${show(figure(theirs))}`,
      ratio,
      target: `>= ${target}`,
      met: ratio >= target,
    })
    return { label: what, value: ratio, target }
  })
  reportPlot({
    kind: 'bars',
    name: `peers-${server.name.split(' ').at(-1)!.toLowerCase()}`,
    title: `${server.name}, times the better of Prosody and ejabberd`,
    unit: 'times better',
    scale: 'logarithmic',
    bars,
  })
}

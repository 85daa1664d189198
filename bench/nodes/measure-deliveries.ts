import { authorizationOf } from '../bulk/add-people.ts'
import { ask, RawConnection, requestText } from '../raw-connection.ts'
import { createRandom } from '../search-corpus.ts'
import { ourCrowd, type Transport } from '../waiting-crowd.ts'
import { costOf, type NodeCluster, type Usage } from './node-cluster.ts'

export interface DeliveryCost {
  deliveries: number
  expected: number
  cost: Usage
}

/**
 * Messages to everybody in a stream, sent to the nodes in turn at random moments and whatever the nodes do; the clients are
 * spread over the nodes. What the sends cost is part of it, divided by all the deliveries of a message.
 */
export async function measureDeliveries(
  { nodes, usage }: NodeCluster,
  transport: Transport,
  { clients, messagesPerSecond, seconds }: { clients: number; messagesPerSecond: number; seconds: number },
): Promise<DeliveryCost> {
  let deliveries = 0
  const crowds = nodes.map(({ port }) => {
    const crowd = ourCrowd(port, transport)
    crowd.onReceipt = (messages) => {
      deliveries += messages
    }
    return crowd
  })
  const perNode = Math.floor(clients / nodes.length)
  await Promise.all(crowds.map((crowd) => crowd.joinUpTo(perNode)))
  const senders = nodes.map(({ port }) => new RawConnection(port, fail))
  const random = createRandom(3)
  async function sendFor(duration: number): Promise<number> {
    const sends: Promise<void>[] = []
    const until = performance.now() + duration * 1000
    let due = performance.now()
    while (due < until) {
      await new Promise((next) => setTimeout(next, due - performance.now()))
      const node = sends.length % nodes.length
      sends.push((sends[sends.length - nodes.length] ?? Promise.resolve()).then(() => send(senders[node]!)))
      due += (-Math.log(1 - random()) * 1000) / messagesPerSecond
    }
    await Promise.all(sends)
    return sends.length * perNode * nodes.length
  }
  await untilDelivered(() => deliveries, await sendFor((seconds * nodes.length) / 2))
  deliveries = 0
  const before = usage()
  const expected = await sendFor(seconds)
  await untilDelivered(() => deliveries, expected)
  const cost = costOf(before, usage(), deliveries)
  for (const closing of [...crowds, ...senders]) closing.close()
  return { deliveries, expected, cost }
}

const MESSAGE = 'type=stream&to=all&topic=deliveries&content=Who+gets+this+on+which+node%3F'

async function send(connection: RawConnection): Promise<void> {
  const { status, body } = await ask(
    connection,
    requestText('POST', '/api/v1/messages', authorizationOf(0), MESSAGE),
  )
  if (status !== 200) throw new Error(`not sent: ${body.toString()}`)
}

const PATIENCE_MS = 10_000

async function untilDelivered(count: () => number, expected: number): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; count() < expected; ) {
    if (performance.now() > until) throw new Error(`${count()} of ${expected} deliveries came`)
    await new Promise((next) => setTimeout(next, 5))
  }
}

function fail(error: Error): never {
  throw error
}

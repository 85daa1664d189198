import { ask, RawConnection, requestText } from '../raw-connection.ts'
import { bodyOf, type Crowd, type CrowdPlan, createScanner } from './crowd.ts'

const STREAM = 'bench'
const narrow = encodeURIComponent(JSON.stringify([{ operator: 'stream', operand: STREAM }]))

/**
 * The same people on our API: everybody has a queue and polls it, the senders too. A sender has a connection
 * for each message that it may have under way, since HTTP/1.1 has no other way to send several at once.
 */
export async function joinOurStream(plan: CrowdPlan, lost: (error: Error) => void): Promise<Crowd> {
  const connections: RawConnection[] = []
  const open = () => {
    const connection = new RawConnection(plan.port, lost)
    connections.push(connection)
    return connection
  }
  const { authorizations, senders, window } = plan
  const pools = Array.from({ length: senders }, () => Array.from({ length: window }, open))
  /** messages that wait for a connection of their sender */
  const late: (() => void)[][] = pools.map(() => [])
  const first = pools[0]?.[0] ?? open()
  const newest = await findNewest(first, authorizations[0]!)
  const crowd: Crowd = {
    onDelivery: () => {},
    send(index, number, stored) {
      const form = `type=stream&to=${STREAM}&topic=bench&content=${encodeURIComponent(bodyOf(number))}`
      const text = requestText('POST', '/api/v1/messages', authorizations[index]!, form)
      const connection = pools[index]!.pop()
      if (connection) post(connection, index, text, stored)
      else late[index]!.push(() => crowd.send(index, number, stored))
    },
    async fetch(index, depth) {
      const anchor = depth === 0 ? 'newest' : Math.max(200, Math.floor(newest * (1 - depth)))
      const path = `/api/v1/messages?anchor=${anchor}&num_before=100&num_after=0&narrow=${narrow}`
      const connection = pools[index]![0]!
      const { status, body } = await ask(connection, requestText('GET', path, authorizations[index]!))
      // 100 before the anchor, and perhaps the anchor itself.
      if (status !== 200 || body.length < 30_000) throw new Error(`no page: ${body.toString().slice(0, 300)}`)
    },
    close() {
      for (const connection of connections) connection.close()
    },
  }
  function post(connection: RawConnection, index: number, text: string, stored: () => void): void {
    connection.request(text, (status, body) => {
      if (status !== 200) throw new Error(`a message was refused: ${body.toString()}`)
      pools[index]!.push(connection)
      stored()
      late[index]!.shift()?.()
    })
  }
  const people = plan.senders + plan.receivers
  for (let start = 0; start < people; start += 20) {
    const group = Array.from({ length: Math.min(20, people - start) }, (_, offset) => start + offset)
    await Promise.all(
      group.map((index) => listen(open(), authorizations[index]!, (number) => crowd.onDelivery(number))),
    )
  }
  return crowd
}

async function findNewest(connection: RawConnection, authorization: string): Promise<number> {
  const path = `/api/v1/messages?anchor=newest&num_before=1&num_after=0&narrow=${narrow}`
  const { body } = await ask(connection, requestText('GET', path, authorization))
  return (JSON.parse(body.toString()) as { messages: { id: number }[] }).messages.at(-1)?.id ?? 0
}

/** Registers a queue and polls it for as long as the connection is open. */
async function listen(
  connection: RawConnection,
  authorization: string,
  received: (number: number) => void,
): Promise<void> {
  const form = 'event_types=["message"]&fetch_event_types=[]'
  const { status, body } = await ask(connection, requestText('POST', '/api/v1/register', authorization, form))
  if (status !== 200) throw new Error(`not registered: ${body.toString()}`)
  const { queue_id: queue, last_event_id } = JSON.parse(body.toString()) as {
    queue_id: string
    last_event_id: number
  }
  const poll = (last: number) => {
    const path = `/api/v1/events?queue_id=${encodeURIComponent(queue)}&last_event_id=${last}`
    connection.request(requestText('GET', path, authorization), (answered, bytes) => {
      if (answered !== 200) throw new Error(`a poll was refused: ${bytes.toString()}`)
      const text = bytes.toString('latin1')
      createScanner(received)(text)
      poll(lastEventId(text) ?? last)
    })
  }
  poll(last_event_id)
}

/** Every event ends with its id, and the events stand at the end of the answer. */
export function lastEventId(text: string): number | undefined {
  const at = text.lastIndexOf('"id":')
  return at < 0 ? undefined : Number.parseInt(text.slice(at + 5), 10)
}

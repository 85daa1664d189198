import { join } from 'node:path'
import { addPeopleInBulk, authorizationOf } from '../bulk/add-people.ts'
import { addStreamsInBulk, subscribeInBulk } from '../bulk/add-streams.ts'
import { startSwitchboard } from '../child-server.ts'
import { makePlace } from '../place.ts'
import { step } from '../progress.ts'
import { requestText } from '../raw-connection.ts'
import { type Costs, noteCost, reportGrowth } from './growth-table.ts'
import { measureCost } from './measure-cost.ts'

/** By each of the two operations; more than twice that would be refused. */
const REGISTERED_BY_EACH = 140

/** What do operations cost when more people are in the organization, and all of them in the stream? */
export async function growBySubscribers(
  sizes: readonly number[],
  seconds: number,
  keptIn: string | undefined,
): Promise<void> {
  const costs: Costs = new Map()
  for (const size of sizes) {
    step(`a stream with ${size.toLocaleString('en')} subscribers`)
    const place = await makePlace(
      async (chat, { realm }) => {
        const firstId = await addPeopleInBulk(chat, realm.id, 0, size)
        const [stream] = await addStreamsInBulk(chat, realm.id, ['crowd'])
        const pairs = Array.from({ length: size }, (_, index) => [firstId + index, stream!] as const)
        await subscribeInBulk(chat, realm.id, pairs)
      },
      {},
      keptIn && join(keptIn, `subscribers-${size}`),
    )
    const server = await startSwitchboard(place.dataDir)
    const authorization = authorizationOf(0)
    // One after the other: the queues of one person are limited.
    let person = 0
    const register = (rest: string) => () => {
      person = (person + 1) % size
      return requestText('POST', '/api/v1/register', authorizationOf(person), rest)
    }
    const hello = 'type=stream&to=crowd&topic=growth&content=Hello+to+all+of+you'
    const operations: [string, () => string][] = [
      ['send', () => requestText('POST', '/api/v1/messages', authorization, hello)],
      ['register without the list of people', register('fetch_event_types=["message","subscription"]')],
      ['register, whose answer lists everybody', register('apply_markdown=true')],
    ]
    try {
      for (const [operation, next] of operations) {
        step(`${size.toLocaleString('en')} subscribers: ${operation}`)
        const most = operation === 'send' ? undefined : size * REGISTERED_BY_EACH
        noteCost(costs, operation, size, await measureCost(server, seconds, next, most))
      }
    } finally {
      await server.stop()
      place.remove()
    }
  }
  reportGrowth('subscribers', 'subscribers of the stream', sizes, costs)
}

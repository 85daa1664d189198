import { basic } from './chat-cast.ts'
import { httpRequest, type Reply } from './http-request.ts'
import { aMoment } from './roamer.ts'

/** Somebody at each of some nodes who writes all the time: tells how long a fault elsewhere holds them up. */
export interface WriteGaps {
  acknowledged(): number
  /** the answer to the last one that failed */
  refusal(): string
  /** Ends them. Answers with the longest time between two acknowledged messages of a node, in milliseconds. */
  stop(): Promise<number>
}

const PAUSE_MS = 10
const WRITER = 'ada@example.com'

/** Writes one message at a node. */
export type WriteAt = (address: string) => Promise<Reply | undefined>

export async function findWriter(address: string): Promise<WriteAt> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (url: string, form: Record<string, string>, more: Record<string, string> = {}) =>
    httpRequest({
      method: 'POST',
      url,
      headers: { ...headers, ...more },
      body: new URLSearchParams(form).toString(),
    })
  const reply = await post(`${address}/api/v1/dev_fetch_api_key`, { username: WRITER })
  const credentials = basic(WRITER, reply!.body.api_key)
  const form = { type: 'stream', to: 'test', topic: 'gaps', content: 'still here' }
  return (node) => post(`${node}/api/v1/messages`, form, credentials)
}

export async function startWriteGaps(addresses: readonly string[]): Promise<WriteGaps> {
  const writeAt = await findWriter(addresses[0]!)
  let acknowledged = 0
  let longest = 0
  let refusal = 'nothing'
  let stopping = false

  async function write(address: string) {
    let last = performance.now()
    while (!stopping) {
      const sent = await writeAt(address)
      if (sent?.status === 200) {
        acknowledged += 1
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      } else refusal = JSON.stringify(sent ?? 'no answer')
      await aMoment(PAUSE_MS)
    }
    // One who was never answered again.
    longest = Math.max(longest, performance.now() - last)
  }

  const writing = addresses.map(write)
  return {
    acknowledged: () => acknowledged,
    refusal: () => refusal,
    async stop() {
      stopping = true
      await Promise.all(writing)
      return Math.round(longest)
    },
  }
}

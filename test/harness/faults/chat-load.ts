import { type Cast, everybody, findCast, targets } from './chat-cast.ts'
import type { ChatEvidence } from './chat-evidence.ts'
import { ChatReader } from './chat-reader.ts'
import { startSenders } from './chat-senders.ts'
import { placeWanderers, sayTheEnd, startWanderers } from './chat-wanderers.ts'
import { readHistories } from './read-history.ts'
import type { Tally } from './roamer.ts'

/** So long the readers may need to hear the end, once it has been said. */
const MAX_WAIT_MS = 60_000

export interface ChatLoad {
  readonly cast: Cast
  acknowledged(): number
  finish(): Promise<ChatEvidence>
}

export interface ChatLoadSize {
  senders: number
  /** queues of each person */
  queues: number
  pauseMs: number
}

/** People who write, read, come and go, through any of the nodes. */
export async function startChatLoad(
  addresses: readonly string[],
  tally: Tally,
  trial: string,
  size: ChatLoadSize,
): Promise<ChatLoad> {
  const cast = await findCast(addresses, tally)
  const end = `the end of trial ${trial}`
  await placeWanderers(cast)
  const readers = everybody.flatMap((person) =>
    Array.from({ length: size.queues }, (_, index) => new ChatReader(cast, person, index + 1, end)),
  )
  for (const reader of readers) await reader.register()
  let giveUpAt = Number.POSITIVE_INFINITY
  const reading = Promise.all(readers.map((reader) => reader.read(() => giveUpAt)))
  // A reader that fails is noticed at the end; until then nobody else waits for it.
  reading.catch(() => {})
  const senders = startSenders(cast, trial, size.senders, size.pauseMs)
  const wanderers = startWanderers(cast)
  return {
    cast,
    acknowledged: senders.acknowledged,
    async finish() {
      await Promise.all([senders.stop(), wanderers.stop()])
      await sayTheEnd(cast, end)
      giveUpAt = Date.now() + MAX_WAIT_MS
      await reading
      const [observer, ...queues] = readers
      return {
        destinations: targets,
        attempts: senders.attempts,
        histories: await readHistories(cast, trial),
        observer: observer!,
        queues,
      }
    },
  }
}

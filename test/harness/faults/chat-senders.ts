import { type Cast, type Target, targets } from './chat-cast.ts'
import { type Attempt, textOf } from './chat-evidence.ts'
import { aMoment } from './roamer.ts'

export interface Senders {
  readonly attempts: readonly Attempt[]
  acknowledged(): number
  /** Lets each finish what it is at. */
  stop(): Promise<void>
}

/** One in this many messages without an answer is not tried again: it is stored once or not at all. */
const GIVEN_UP = 6
/** One who may not write there tries it now and then. */
const INTRUDED = 20

/** Each waits for its answer before it sends the next; the same message again goes under the same key. */
export function startSenders(cast: Cast, trial: string, count: number, pauseMs: number): Senders {
  const attempts: Attempt[] = []
  let acknowledged = 0
  let stopping = false

  async function send(target: Target, sender: string, person: string, number: number) {
    const text = textOf(trial, target.name, sender, number)
    const attempt: Attempt = { text, sender, state: 'unknown' }
    attempts.push(attempt)
    const { client } = cast.get(person)!
    const form = { ...target.form, content: text }
    for (let tries = 1; ; tries += 1) {
      const reply = await client.attempt('POST', '/api/v1/messages', {
        form,
        headers: { 'idempotency-key': text },
      })
      if (reply?.status === 200) {
        attempt.state = 'acknowledged'
        attempt.id = reply.body.id
        acknowledged += 1
        return
      }
      // A full disk says that nothing was stored; other troubles of a server may come after its commit.
      const refused = reply !== undefined && (reply.status < 500 || reply.status === 507)
      if (refused && tries === 1) attempt.state = 'refused'
      if (reply && reply.status < 500) return
      if (attempts.length % GIVEN_UP === 0 || stopping) return
      attempt.state = 'unknown'
      await aMoment()
    }
  }

  async function keepSending(index: number) {
    const target = targets[index % targets.length]!
    for (let number = 0; !stopping; number += 1) {
      const sender = target.senders[index % target.senders.length]!
      const intrudes = target.intruder !== undefined && number % INTRUDED === 1
      await send(target, `${sender}${index}`, intrudes ? target.intruder! : sender, number)
      if (pauseMs > 0) await aMoment(pauseMs)
    }
  }

  const sending = Array.from({ length: count }, (_, index) => keepSending(index))
  // A failure is noticed at the end.
  for (const one of sending) one.catch(() => {})
  return {
    attempts,
    acknowledged: () => acknowledged,
    async stop() {
      stopping = true
      await Promise.all(sending)
    },
  }
}

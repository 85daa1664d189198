import type { TextAttempt } from './phone-evidence.ts'
import { aMoment, type Roamer } from './roamer.ts'

/** More than two, so that none can be missed or repeated unseen. */
const STATUSES = ['in_a_meeting', 'lunch', 'holiday', 'afk']
/** What a node that died was handing over is only tried again when its claim has ended. */
const MAX_WAIT_MS = 10_000

/** Sets the status of its user to one after another. What had no answer is set again, so every value takes effect once. */
export function startStatusWriter(client: Roamer, pauseMs: number) {
  const values: string[] = []
  let stopping = false
  async function set(status: string) {
    values.push(status)
    const json = STATUSES.includes(status) ? { additional_status: { status } } : { main_status: { status } }
    const reply = await client.insist('PATCH', '/status/v2/current-user', { json })
    if (reply.status !== 200) throw new Error(`status: ${JSON.stringify(reply)}`)
  }
  async function write() {
    for (let round = 0; !stopping; round += 1) {
      await set(STATUSES[round % STATUSES.length]!)
      await aMoment(pauseMs)
    }
  }
  const writing = write()
  // A failure is noticed at the end.
  writing.catch(() => {})
  return {
    values,
    async stop() {
      stopping = true
      await writing
    },
    set,
  }
}

/** Sends texts in a conversation; each under a key of its own, again and again until it is answered. */
export function startTextWriter(client: Roamer, conversation: string, trial: string, pauseMs: number) {
  const attempts: TextAttempt[] = []
  const path = `/texting/conversations/${conversation}/messages`
  let stopping = false
  async function send(text: string) {
    const attempt: TextAttempt = { text, state: 'unknown' }
    attempts.push(attempt)
    const headers = { 'idempotency-key': text }
    const { status, body } = await client.insist('POST', `${path}/publish`, { json: { text }, headers })
    // 409: it was carried out, or the node that worked on it has died and nobody knows.
    if (status === 201 || (status === 409 && /was carried out/.test(body.detail)))
      attempt.state = 'acknowledged'
    else if (status !== 409) throw new Error(`text: ${status} ${JSON.stringify(body)}`)
  }
  async function write() {
    for (let number = 0; !stopping; number += 1) {
      await send(`text ${trial} ${number}`)
      await aMoment(pauseMs)
    }
  }
  const writing = write()
  // A failure is noticed at the end.
  writing.catch(() => {})
  const list = async (): Promise<{ text: string; status: string }[]> => {
    const all: { text: string; status: string }[] = []
    for (let page = 1; ; page += 1) {
      const { body } = await client.insist('GET', path, { form: { page, per_page: 1000 } })
      all.push(...body)
      if (body.length < 1000) return all.filter(({ text }) => text.startsWith(`text ${trial} `))
    }
  }
  return {
    attempts,
    async stop() {
      stopping = true
      await writing
    },
    /** What is there, and what of it the carrier has taken: all, or what it took within a while. */
    async carried(): Promise<{ listed: string[]; carried: string[] }> {
      const until = Date.now() + MAX_WAIT_MS
      for (;;) {
        const messages = await list()
        const carried = messages.filter(({ status }) => status === 'delivered' || status === 'sent')
        if (carried.length === messages.length || Date.now() > until) {
          return { listed: messages.map(({ text }) => text), carried: carried.map(({ text }) => text) }
        }
        await aMoment(100)
      }
    },
  }
}

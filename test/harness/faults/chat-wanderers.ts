import { type Cast, everybody, targets } from './chat-cast.ts'
import { aMoment } from './roamer.ts'

const PAUSE_MS = 150

/** Everybody who will come and go is where the evidence says that they were at the beginning. */
export async function placeWanderers(cast: Cast): Promise<void> {
  for (const { name, wanderers } of targets) {
    for (const [person, isThere] of Object.entries(wanderers)) await move(cast, name, person, isThere)
  }
}

/** Ada lets people into streams and puts them out again, so that entitlement changes all the time. */
export function startWanderers(cast: Cast): { stop(): Promise<void> } {
  let stopping = false

  async function wander(stream: string, person: string, isThere: boolean) {
    for (let there = isThere; !stopping; there = !there) {
      await aMoment(PAUSE_MS)
      await move(cast, stream, person, !there)
    }
  }

  const wandering = targets.flatMap(({ name, wanderers }) =>
    Object.entries(wanderers).map(([person, isThere]) => wander(name, person, isThere)),
  )
  // Failures are reported at the end.
  for (const one of wandering) one.catch(() => {})
  return {
    async stop() {
      stopping = true
      await Promise.all(wandering)
    },
  }
}

async function move(cast: Cast, stream: string, person: string, into: boolean): Promise<void> {
  const { status, body } = await cast
    .get('ada')!
    .client.insist(into ? 'POST' : 'DELETE', '/api/v1/users/me/subscriptions', {
      form: { subscriptions: into ? [{ name: stream }] : [stream], principals: [`${person}@example.com`] },
    })
  if (status !== 200) throw new Error(`${person} and ${stream}: ${JSON.stringify(body)}`)
}

/** The last message of all: everybody gets it. */
export async function sayTheEnd(cast: Cast, content: string): Promise<void> {
  const form = { type: 'private', to: everybody.map((name) => `${name}@example.com`), content }
  const headers = { 'idempotency-key': content }
  const { status, body } = await cast.get('ada')!.client.insist('POST', '/api/v1/messages', { form, headers })
  if (status !== 200) throw new Error(`the end: ${JSON.stringify(body)}`)
}

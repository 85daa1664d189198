import { bodyOf, type Crowd, type CrowdPlan, createScanner } from './crowd.ts'
import { XmppClient } from './xmpp-client.ts'

const JOINING_AT_ONCE = 20
/** places of the archive that are known, from the newest to the oldest */
const PLACES = 200

/** Every member of a room receives what is said in it, the senders too: a message is stored when it comes back. */
export async function joinXmppRoom(plan: CrowdPlan, lost: (error: Error) => void): Promise<Crowd> {
  const clients: XmppClient[] = []
  const people = plan.senders + plan.receivers
  for (let start = 0; start < people; start += JOINING_AT_ONCE) {
    const group = Array.from(
      { length: Math.min(JOINING_AT_ONCE, people - start) },
      (_, offset) => new XmppClient(`u${start + offset}`, plan.port, lost),
    )
    await Promise.all(group.map((client) => client.join()))
    clients.push(...group)
  }
  const waiting = new Map<number, () => void>()
  const crowd: Crowd = {
    onDelivery: () => {},
    send(index, number, stored) {
      waiting.set(number, stored)
      clients[index]!.send(number, bodyOf(number))
    },
    async fetch(index, depth) {
      const known = depth === 0 ? undefined : await places(clients.at(-1)!)
      const before = known?.[Math.min(known.length - 1, Math.floor(depth * known.length))]
      const { messages } = await clients[index]!.fetchPage(before)
      if (messages !== 100) throw new Error(`expected 100 messages, got ${messages}`)
    },
    close() {
      for (const client of clients) client.close()
    },
  }
  for (const [index, client] of clients.entries()) {
    const isSender = index < plan.senders
    client.onText = createScanner((number) => {
      crowd.onDelivery(number)
      // The sender receives it as well; the first copy is as good.
      if (!isSender) return
      const stored = waiting.get(number)
      if (!stored) return
      waiting.delete(number)
      stored()
    })
  }
  let found: Promise<string[]> | undefined
  /** Page by page back through the archive, once; the oldest place still has 100 messages before it. */
  function places(client: XmppClient): Promise<string[]> {
    found ??= (async () => {
      const ids: string[] = []
      let before: string | undefined
      while (ids.length < PLACES) {
        const page = await client.fetchPage(before)
        if (page.messages < 100 || page.first === undefined) break
        ids.push(page.first)
        before = page.first
      }
      // Before the last place may be fewer than 100.
      return ids.slice(0, -1)
    })()
    return found
  }
  return crowd
}

import {
  type ChatEvidence,
  type Complaint,
  destinationOf,
  type QueueRecord,
  type Stored,
} from './chat-evidence.ts'

/** Everything that is wrong with what happened; nothing, if the server kept its word. */
export function checkChat(evidence: ChatEvidence): Complaint[] {
  const stored = new Map<number, Stored>()
  for (const history of evidence.histories.values())
    for (const message of history) stored.set(message.id, message)
  const inOrder = [...stored.values()].sort((one, other) => one.id - other.id)
  const entitled = entitlements(evidence)
  return [
    ...[...evidence.histories].flatMap(([person, history]) => checkHistory(person, history)),
    ...checkStored(evidence, inOrder),
    ...checkSenders(evidence),
    ...[evidence.observer, ...evidence.queues].flatMap((queue) => checkQueue(queue, inOrder, entitled)),
  ]
}

function checkHistory(person: string, history: readonly Stored[]): Complaint[] {
  return history.flatMap(({ id, text }, index) =>
    index > 0 && id <= history[index - 1]!.id
      ? { kind: 'order', what: `${text} (${id}) in the history of ${person}` }
      : [],
  )
}

/** Every acknowledged message once, under the id that was acknowledged; nothing that was refused. */
function checkStored({ attempts }: ChatEvidence, inOrder: readonly Stored[]): Complaint[] {
  const complaints: Complaint[] = []
  const byText = new Map<string, number>()
  for (const { id, text } of inOrder) {
    const other = byText.get(text)
    if (other !== undefined) complaints.push({ kind: 'doubled', what: `${text} is ${other} and ${id}` })
    byText.set(text, id)
  }
  const tried = new Set(attempts.map(({ text }) => text))
  for (const { text } of inOrder) if (!tried.has(text)) complaints.push({ kind: 'from nowhere', what: text })
  for (const { text, state, id } of attempts) {
    const found = byText.get(text)
    if (state === 'acknowledged' && found !== id) {
      complaints.push({ kind: 'lost', what: `${text} was acknowledged as ${id}; there is ${found}` })
    }
    if (state === 'refused' && found !== undefined) complaints.push({ kind: 'refused', what: text })
  }
  return complaints
}

/** A sender waits for each answer, so the ids that it is given increase. */
function checkSenders({ attempts }: ChatEvidence): Complaint[] {
  const last = new Map<string, number>()
  return attempts.flatMap(({ state, text, sender, id }): Complaint | [] => {
    if (state !== 'acknowledged') return []
    const before = last.get(sender) ?? 0
    last.set(sender, id!)
    return id! > before ? [] : { kind: 'order', what: `${text} got ${id} after ${before}` }
  })
}

/** Who was entitled to a message, by its id: as the observer saw people come and go before and after it. */
function entitlements({
  destinations,
  observer,
}: ChatEvidence): (person: string, message: Stored) => boolean {
  const present = new Map(
    destinations.map(({ name, wanderers }) => [name, new Map(Object.entries(wanderers))]),
  )
  const wanderersOf = new Map<number, ReadonlySet<string>>()
  for (const event of observer.events) {
    if (event.kind === 'message') {
      const there = present.get(destinationOf(event.message.text)!) ?? []
      wanderersOf.set(event.message.id, new Set([...there].filter(([, is]) => is).map(([name]) => name)))
    } else if (event.kind !== 'other') {
      present.get(event.destination)?.set(event.person, event.kind === 'joined')
    }
  }
  const readers = new Map(destinations.map(({ name, readers }) => [name, new Set(readers)]))
  return (person, { id, text }) =>
    readers.get(destinationOf(text)!)?.has(person) || wanderersOf.get(id)?.has(person) || false
}

/** Exactly what its person was entitled to, once, in order. */
function checkQueue(
  queue: QueueRecord,
  inOrder: readonly Stored[],
  entitled: (person: string, message: Stored) => boolean,
): Complaint[] {
  const complaints: Complaint[] = []
  const complain = (kind: Complaint['kind'], what: string) =>
    complaints.push({ kind, what: `${what} in ${queue.name}` })
  if (queue.lost > 0) complain('queue', `it was unknown ${queue.lost} times`)
  const seen = new Set<number>()
  let lastEvent = -1
  let lastMessage = 0
  for (const event of queue.events) {
    if (event.eventId <= lastEvent) complain('order', `event ${event.eventId} after ${lastEvent}`)
    lastEvent = event.eventId
    if (event.kind !== 'message') continue
    const { id, text } = event.message
    if (seen.has(id)) complain('doubled', text)
    else if (id < lastMessage) complain('order', `${text} (${id}) after ${lastMessage}`)
    if (!entitled(queue.person, event.message)) complain('leaked', text)
    seen.add(id)
    lastMessage = Math.max(lastMessage, id)
  }
  for (const message of inOrder) {
    if (entitled(queue.person, message) && !seen.has(message.id)) complain('missed', message.text)
  }
  return complaints
}

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
  const privateStreams = new Set(
    evidence.destinations.filter(({ isPrivate }) => isPrivate).map(({ name }) => name),
  )
  return [
    ...[...evidence.histories].flatMap(([person, history]) => checkHistory(person, history)),
    ...checkStored(evidence, inOrder),
    ...checkSenders(evidence),
    ...[evidence.observer, ...evidence.queues].flatMap((queue) =>
      checkQueue(queue, inOrder, entitled, privateStreams),
    ),
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

/** Somebody's time in a stream, from coming to leaving. */
interface Stay {
  hasEnded: boolean
}

interface Entitlements {
  isEntitled(person: string, message: Stored): boolean
  /** in which of the stays of a wanderer the message was sent */
  stayOf(person: string, message: Stored): Stay | undefined
}

/** Who was entitled to a message, by its id: as the observer saw people come and go before and after it. */
function entitlements({ destinations, observer }: ChatEvidence): Entitlements {
  const present = new Map(
    destinations.map(({ name, wanderers }) => [
      name,
      new Map<string, Stay>(
        Object.keys(wanderers).map((person) => [person, { hasEnded: !wanderers[person] }]),
      ),
    ]),
  )
  const staysOf = new Map<number, ReadonlyMap<string, Stay>>()
  for (const event of observer.events) {
    if (event.kind === 'message') {
      const there = present.get(destinationOf(event.message.text)!) ?? []
      staysOf.set(event.message.id, new Map([...there].filter(([, stay]) => !stay.hasEnded)))
    } else if (event.kind !== 'other') {
      const people = present.get(event.destination)
      if (event.kind === 'joined') people?.set(event.person, { hasEnded: false })
      else if (people?.has(event.person)) people.get(event.person)!.hasEnded = true
    }
  }
  const readers = new Map(destinations.map(({ name, readers }) => [name, new Set(readers)]))
  const stayOf: Entitlements['stayOf'] = (person, { id }) => staysOf.get(id)?.get(person)
  return {
    stayOf,
    isEntitled: (person, message) =>
      readers.get(destinationOf(message.text)!)?.has(person) || stayOf(person, message) !== undefined,
  }
}

/**
 * Exactly what its person was entitled to, once, in order. Only of a private stream the last messages before leaving may
 * be missing: those that the queue had not delivered by then.
 */
function checkQueue(
  queue: QueueRecord,
  inOrder: readonly Stored[],
  { isEntitled, stayOf }: Entitlements,
  privateStreams: ReadonlySet<string>,
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
    if (!isEntitled(queue.person, event.message)) complain('leaked', text)
    seen.add(id)
    lastMessage = Math.max(lastMessage, id)
  }
  const staysSeen = new Set<Stay>()
  for (const message of inOrder.toReversed()) {
    const stay = stayOf(queue.person, message)
    const mayBeMissing =
      privateStreams.has(destinationOf(message.text)!) && stay?.hasEnded && !staysSeen.has(stay)
    if (seen.has(message.id)) {
      if (stay) staysSeen.add(stay)
    } else if (isEntitled(queue.person, message) && !mayBeMissing) complain('missed', message.text)
  }
  return complaints
}

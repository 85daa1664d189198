import type { Complaint } from './chat-evidence.ts'
import type { CompanyRecord, HeardEvent, PhoneEvidence, SocketRecord } from './phone-evidence.ts'

/** Everything that is wrong with what the sockets heard and the API lists. */
export function checkPhones(evidence: PhoneEvidence): Complaint[] {
  return [
    ...checkTexts(evidence),
    ...evidence.companies.flatMap((company) => [
      ...checkStatuses(evidence, company),
      ...checkHeardTexts(evidence, company),
      ...[company.observer, ...company.sockets].flatMap((socket) => checkSocket(socket, company.observer)),
    ]),
  ]
}

/** Every acknowledged text is listed once, and none twice. */
function checkTexts({ texts, listed }: PhoneEvidence): Complaint[] {
  const counts = countOf(listed)
  return texts.flatMap(({ text, state }): Complaint | [] => {
    const count = counts.get(text) ?? 0
    if (count > 1) return { kind: 'doubled', what: `${text} is listed ${count} times` }
    return count === 0 && state === 'acknowledged' ? { kind: 'lost', what: `${text} is not listed` } : []
  })
}

/** Each value once, in the order in which it was set. */
function checkStatuses({ statuses }: PhoneEvidence, { users, observer }: CompanyRecord): Complaint[] {
  return users.flatMap((user): Complaint | [] => {
    const heard = observer.events.filter((event) => event.user === user).map(({ status }) => status)
    const wanted = statuses.get(user) ?? []
    const at = wanted.findIndex((status, index) => heard[index] !== status)
    if (at === -1 && heard.length === wanted.length) return []
    const near = `${wanted.slice(at, at + 4)} was heard as ${heard.slice(at, at + 4)}`
    const what = `${heard.length} of ${wanted.length} statuses of ${user}; from number ${at}, ${near}`
    return { kind: heard.length < wanted.length ? 'missed' : 'doubled', what: `${what} in ${observer.name}` }
  })
}

/** A listed text was announced once where it was sent, and once where it arrived. */
function checkHeardTexts(
  { listed, carried }: PhoneEvidence,
  { sends, observer }: CompanyRecord,
): Complaint[] {
  if (!sends) return []
  const heard = (direction: string) =>
    countOf(
      observer.events
        .filter((event) => event.name === 'texting.message.new' && event.direction === direction)
        .map(({ text }) => text!),
    )
  const check = (direction: string, wanted: ReadonlySet<string>) => {
    const counts = heard(direction)
    return listed.flatMap((text): Complaint | [] => {
      const count = counts.get(text) ?? 0
      if (count === 1 || (count === 0 && !wanted.has(text))) return []
      return {
        kind: count === 0 ? 'missed' : 'doubled',
        what: `${text}, ${direction}, was heard ${count} times`,
      }
    })
  }
  return [...check('outbound', new Set(listed)), ...check('inbound', new Set(carried))]
}

/** Of the owner's events exactly those that its user may see, once, in order. */
function checkSocket(socket: SocketRecord, observer: SocketRecord): Complaint[] {
  const complaints: Complaint[] = []
  const complain = (kind: Complaint['kind'], what: string) =>
    complaints.push({ kind, what: `${what} in ${socket.name}` })
  if (socket.gaps > 0) complain('missed', `${socket.gaps} gaps were reported`)
  const mayHear = ({ conversation }: HeardEvent) =>
    conversation === undefined || (socket.conversations?.includes(conversation) ?? true)
  // What is left of an earlier trial may come while the sockets open one after another.
  const from = Math.max(socket.from, observer.from)
  const entitled = new Set(
    observer.events.filter((event) => event.eventId > from && mayHear(event)).map(({ eventId }) => eventId),
  )
  const seen = new Set<number>()
  let last = 0
  for (const { eventId, name } of socket.events) {
    const event = `event ${eventId} (${name})`
    if (seen.has(eventId)) complain('doubled', event)
    else if (eventId < last) complain('order', `${event} after ${last}`)
    if (eventId > from && !entitled.has(eventId)) complain('leaked', event)
    seen.add(eventId)
    last = Math.max(last, eventId)
  }
  for (const eventId of entitled) if (!seen.has(eventId)) complain('missed', `event ${eventId}`)
  return complaints
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SignedInPerson } from '../../identity/person-sessions.ts'
import { SIP_REALM } from '../pbx/pbx.ts'
import type { Phones } from '../phones.ts'
import { SOFTPHONE_PATH } from './open-softphone.ts'
import { currentSoftphone } from './softphone-access.ts'
import { ha1Of, MAX_MESSAGE_LENGTH, openLine, type SoftphoneLine } from './softphone-line.ts'
import { readTicket, type SoftphoneTicket, secretOfTicket } from './softphone-ticket.ts'

const MAX_PER_PERSON = 10
const INTERVAL_MS = 60_000
/** How long to wait for a browser to acknowledge the close. */
const TIMEOUT_MS = 500
/** How long a client has to read why it is refused, and to close the connection. */
const REFUSED_CLOSE_TIMEOUT_MS = 1000

interface OpenSoftphone {
  readonly line: SoftphoneLine
  readonly person: SignedInPerson
  readonly ticket: SoftphoneTicket
}

/** Lets browsers speak SIP with the PBX, on the port of the server. */
export function createSoftphoneDoor(phones: Phones, addressOf: (request: IncomingMessage) => string) {
  const { pbx, personSessions, follower, log, clock, secrets } = phones
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_LENGTH,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('sip') ? 'sip' : false),
  })
  const all = new Set<OpenSoftphone>()

  async function check(one: OpenSoftphone): Promise<void> {
    // When in doubt, it ends: the page connects again.
    const now = await currentSoftphone(phones, one.person, one.ticket).catch(() => undefined)
    if (!now) one.line.end()
  }
  const checkThose = (isConcerned: (one: OpenSoftphone) => boolean) => {
    for (const one of all) if (isConcerned(one)) void check(one)
  }
  follower.on('changed', ({ tenant, payload: { kind, id } }) =>
    checkThose(
      ({ ticket }) =>
        ticket.companyId === tenant &&
        (kind === 'company' || [ticket.contactId, ticket.extensionId].includes(id)),
    ),
  )
  follower.onSkip((companyId) => checkThose(({ ticket }) => ticket.companyId === companyId))
  const timer = setInterval(() => checkThose(() => true), INTERVAL_MS)
  timer.unref()

  /** The person and the phone that they may use, or the status with which they are refused. */
  async function admit(request: IncomingMessage) {
    const ticket = readTicket(secrets, clock, (request.url ?? '').slice(SOFTPHONE_PATH.length))
    if (!ticket || !pbx.browserPhones || !isSameOrigin(request)) return 403
    const { headers } = request
    const found = await personSessions.find({ headers, method: 'GET', ip: addressOf(request) })
    const current = found && (await currentSoftphone(phones, found.person, ticket))
    if (!current) return 403
    const { person } = found
    if ([...all].filter((one) => one.person.account === person.account).length >= MAX_PER_PERSON) return 429
    const address = { number: current.extension.number, domain: current.instance.domain }
    const user = `${address.number}~${ticket.name}`
    const ha1 = ha1Of(user, SIP_REALM, secretOfTicket(secrets, ticket))
    const phone = { address, name: ticket.name, ha1 }
    await pbx.browserPhones.admit(phone)
    const url = await pbx.browserPhones.webSocketUrl(address.domain)
    return { ticket, person, phone, pbx: pbx.browserPhones, url }
  }

  type Admitted = Exclude<Awaited<ReturnType<typeof admit>>, number>

  function connect(browser: WebSocket, { ticket, person, phone, pbx: to, url }: Admitted): void {
    const one = { line: openLine(browser, to, url, phone, log), person, ticket }
    all.add(one)
    const unwatch = personSessions.watch(person, () => void check(one))
    // It may have changed since it was admitted.
    void check(one)
    void one.line.ended.then(() => {
      all.delete(one)
      unwatch()
    })
  }

  return {
    path: SOFTPHONE_PATH,
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy())
      admit(request).then(
        (admitted) => {
          if (typeof admitted === 'number') refuse(socket, admitted)
          else server.handleUpgrade(request, socket, head, (browser) => connect(browser, admitted))
        },
        () => refuse(socket, 403),
      )
    },
    /** Closes all connections. Pages connect again. */
    async close(): Promise<void> {
      clearInterval(timer)
      for (const browser of server.clients) {
        browser.close(1001)
        setTimeout(() => browser.terminate(), TIMEOUT_MS)
      }
      await Promise.all([...all].map(({ line }) => line.ended))
    },
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  // Otherwise a client that does not close its side keeps the connection half open.
  setTimeout(() => socket.destroy(), REFUSED_CLOSE_TIMEOUT_MS).unref()
  // The rest of what it sends must not keep the response from arriving.
  socket.resume()
}

/** Browsers send the origin of their page. Pages of other sites are refused. */
function isSameOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

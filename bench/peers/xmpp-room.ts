import { connect, type Socket } from 'node:net'
import { fail } from '../connection.ts'
import { checkPage, contentOf, findNumbers, PAGE, type Room } from './room.ts'

export const PASSWORD = 'secret'
export const accountOf = (index: number) => `u${index}`

const ROOM = 'bench@rooms.localhost'
/** begins each message of a page */
const MESSAGE = '<forwarded'
const REFUSAL = /<failure|<error/
const JOINING_AT_ONCE = 20
const STEP_TIMEOUT_MS = 60_000
/** The marks are at the end: a long response is not searched again with each of its pieces. */
const MAX_MARK_LENGTH = 400

const OPEN =
  `<?xml version='1.0'?><stream:stream to='localhost' version='1.0' xmlns='jabber:client' ` +
  `xmlns:stream='http://etherx.jabber.org/streams'>`

/** Everyone in a room receives its messages, also their senders: a message is stored when it comes back. */
export class XmppRoom implements Room {
  onReceipt: (number: number) => void = () => {}
  readonly #port: number
  readonly #clients: XmppClient[] = []
  readonly #unstored = new Map<number, () => void>()
  /** the ids of the first messages of all pages of the archive, the newest page first */
  #places: Promise<string[]> | undefined

  constructor(port: number) {
    this.#port = port
  }

  get size(): number {
    return this.#clients.length
  }

  async joinUpTo(count: number): Promise<void> {
    while (this.size < count) {
      const first = this.size
      const clients = Array.from({ length: Math.min(JOINING_AT_ONCE, count - first) }, (_, offset) => {
        return new XmppClient(accountOf(first + offset), this.#port, (number) => this.#receive(number))
      })
      await Promise.all(clients.map((client) => client.join()))
      this.#clients.push(...clients)
    }
  }

  send(sender: number, number: number, stored: () => void): void {
    this.#unstored.set(number, stored)
    this.#clients[sender]!.send(number)
  }

  async fetchPage(reader: number, back: number): Promise<void> {
    const client = this.#clients[reader]!
    if (back > 0) this.#places ??= findPlaces(client)
    checkPage(await client.fetchPage(back > 0 ? (await this.#places!)[back / PAGE - 1]! : ''), MESSAGE)
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }

  #receive(number: number): void {
    this.onReceipt(number)
    // The first copy is as good as that of the sender.
    const stored = this.#unstored.get(number)
    if (!stored) return
    this.#unstored.delete(number)
    stored()
  }
}

/** Page by page through the archive. */
async function findPlaces(client: XmppClient): Promise<string[]> {
  const places: string[] = []
  for (let before = ''; ; ) {
    const page = await client.fetchPage(before)
    const first = /<first[^>]*>([^<]+)</.exec(page)?.[1]
    if (first === undefined) return places
    places.push(first)
    before = first
  }
}

/**
 * As much of XMPP as the comparison needs: a stream without encryption, SASL PLAIN, a resource, a room with its
 * messages, and its archive (XEP-0313). Searches the text for marks instead of parsing the XML, because it shares the
 * machine with the server.
 */
class XmppClient {
  readonly #name: string
  readonly #socket: Socket
  readonly #received: (number: number) => void
  #text = ''
  #expected: { mark: RegExp; done: (text: string) => void } | undefined
  #queries = 0
  #isClosed = false

  constructor(name: string, port: number, received: (number: number) => void) {
    this.#name = name
    this.#received = received
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (piece) => this.#read(String(piece)))
    this.#socket.on('error', fail)
    this.#socket.on('close', () => {
      if (!this.#isClosed) fail(new Error('The server closed a connection.'))
    })
  }

  /** Signs in and enters the room. */
  async join(): Promise<void> {
    const secret = Buffer.from(`\0${this.#name}\0${PASSWORD}`).toString('base64')
    await this.#ask(OPEN, /<\/stream:features>/)
    await this.#ask(
      `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`,
      /<success/,
    )
    await this.#ask(OPEN, /<\/stream:features>/)
    await this.#ask(
      `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>bench</resource></bind></iq>`,
      /<jid>.*<\/iq>/,
    )
    // The subject of the room is the last message on joining.
    await this.#ask(
      `<presence to='${ROOM}/${this.#name}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`,
      /<subject[^>]*\/>|<\/subject>/,
    )
  }

  send(number: number): void {
    const body = contentOf(number)
    this.#socket.write(`<message type='groupchat' to='${ROOM}' id='${number}'><body>${body}</body></message>`)
  }

  /** The page before an id of the archive, or the newest one. */
  fetchPage(before: string): Promise<string> {
    this.#queries += 1
    const id = `page${this.#queries}`
    return this.#ask(
      `<iq type='set' id='${id}' to='${ROOM}'><query xmlns='urn:xmpp:mam:2' queryid='${id}'>` +
        `<set xmlns='http://jabber.org/protocol/rsm'><max>${PAGE}</max><before>${before}</before></set></query></iq>`,
      /<fin[\s\S]*<\/iq>/,
    )
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  /** Sends a text and waits until a mark comes back. */
  #ask(request: string, mark: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Error(`Sent ${request} and received ${this.#text.slice(-500)}`))
      const timer = setTimeout(refuse, STEP_TIMEOUT_MS)
      this.#text = ''
      this.#expected = {
        mark,
        done: (text) => {
          clearTimeout(timer)
          if (REFUSAL.test(text)) refuse()
          else resolve(text)
        },
      }
      this.#socket.write(request)
    })
  }

  #read(piece: string): void {
    this.#text += piece
    if (!this.#expected) {
      this.#text = findNumbers(this.#text, this.#received)
      return
    }
    const end = this.#text.slice(-piece.length - MAX_MARK_LENGTH)
    if (!this.#expected.mark.test(end) && !REFUSAL.test(end)) return
    const { done } = this.#expected
    this.#expected = undefined
    done(this.#text)
    this.#text = ''
  }
}

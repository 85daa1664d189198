import { connect, type Socket } from 'node:net'

const DOMAIN = 'localhost'
const ROOM = 'bench@rooms.localhost'
const PASSWORD = 'secret'
const STEP_MS = 60_000
/** The people of an earlier run may not have left yet: these are others. */
const RESOURCE = `bench${process.pid}`

const open =
  `<?xml version='1.0'?><stream:stream to='${DOMAIN}' version='1.0' xmlns='jabber:client' ` +
  `xmlns:stream='http://etherx.jabber.org/streams'>`

/** A page of the archive: how many messages, and where the next older page ends. */
export interface ArchivePage {
  messages: number
  first: string | undefined
}

/**
 * As much of XMPP as the comparison needs: a stream without encryption, SASL PLAIN, a resource, a room, its
 * messages and its archive (XEP-0313). Looks for marks in the text instead of reading the XML, so that it
 * costs next to nothing beside the server.
 */
export class XmppClient {
  readonly name: string
  /** whatever comes, once the client is in the room */
  onText: (text: string) => void = () => {}
  readonly #socket: Socket
  #heard = ''
  #wanted: { mark: RegExp; done: (text: string) => void } | undefined
  #lost: (error: Error) => void
  #queries = 0

  constructor(name: string, port: number, lost: (error: Error) => void) {
    this.name = name
    this.#lost = lost
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (piece) => this.#hear(piece.toString('latin1')))
    this.#socket.on('error', (error) => this.#lost(error))
    this.#socket.on('close', () => this.#lost(new Error('the server closed a connection')))
  }

  /** Signs in and enters the room. */
  async join(): Promise<void> {
    const secret = Buffer.from(`\0${this.name}\0${PASSWORD}`).toString('base64')
    await this.#step(open, /<\/stream:features>/)
    await this.#step(
      `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`,
      /<success|<failure/,
    )
    await this.#step(open, /<\/stream:features>/)
    await this.#step(
      `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>${RESOURCE}</resource></bind></iq>`,
      /<jid>.*<\/iq>/,
    )
    // The room's subject is the last message on joining.
    const entered = `<presence to='${ROOM}/${this.name}-${RESOURCE}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`
    const told = await this.#step(entered, /<subject[^>]*\/>|<\/subject>|type='error'/)
    if (told.includes("type='error'")) throw new Error(`${this.name} was not let in: ${told.slice(-500)}`)
  }

  send(id: number, body: string): void {
    this.#socket.write(`<message type='groupchat' to='${ROOM}' id='${id}'><body>${body}</body></message>`)
  }

  /** A page of 100 before an id of the archive; the newest without one. */
  async fetchPage(before: string | undefined): Promise<ArchivePage> {
    this.#queries += 1
    const id = `page${this.#queries}`
    const place = before === undefined ? '<before/>' : `<before>${before}</before>`
    const query =
      `<iq type='set' id='${id}' to='${ROOM}'><query xmlns='urn:xmpp:mam:2' queryid='${id}'>` +
      `<set xmlns='http://jabber.org/protocol/rsm'><max>100</max>${place}</set></query></iq>`
    const text = await this.#step(query, /<fin[\s\S]*<\/iq>|<error/)
    if (text.includes('<error')) throw new Error(`no page: ${text.slice(-500)}`)
    return { messages: text.split('<forwarded').length - 1, first: /<first[^>]*>([^<]+)</.exec(text)?.[1] }
  }

  close(): void {
    this.#lost = () => {}
    this.#socket.destroy()
  }

  /** Says something and waits for a mark in what comes back. */
  #step(text: string, mark: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no answer to ${text} but ${this.#heard.slice(-300)}`)),
        STEP_MS,
      )
      const done = (heard: string) => {
        clearTimeout(timer)
        resolve(heard)
      }
      this.#heard = ''
      this.#wanted = { mark, done }
      this.#socket.write(text)
    })
  }

  #hear(text: string): void {
    const wanted = this.#wanted
    if (!wanted) {
      this.onText(text)
      return
    }
    this.#heard += text
    // The marks stand at the end: a long answer is not looked through again with each of its pieces.
    if (!wanted.mark.test(this.#heard.slice(-text.length - 400))) return
    this.#wanted = undefined
    wanted.done(this.#heard)
  }
}

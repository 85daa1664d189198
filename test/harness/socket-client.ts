import { Ajv, type ValidateFunction } from 'ajv'
import { io, type Socket } from 'socket.io-client'
import {
  changeEvents,
  companyEvents,
  liveEvents,
  sessionEvents,
} from '../../src/telephony/events/events-catalogue.ts'
import { PushNoteSchema } from '../../src/telephony/events/sockets/socket-events-schema.ts'

export interface Heard {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely; the schema validation is stricter than types
  payload: any
  /** the position that came beside the payload; undefined for what concerns the socket only */
  eventId: number | undefined
}

const ajv = new Ajv({ strict: false, allErrors: true })
const isNote = ajv.compile(PushNoteSchema)
const pushed = new Map(
  [...companyEvents, ...changeEvents].map(({ name, payload }) => [name, ajv.compile(payload)]),
)
const own = new Map(
  [...sessionEvents, ...liveEvents].map(({ name, payload }) => [name, ajv.compile(payload)]),
)

const TIMEOUT_MS = 15_000

/** A client on a real port. It keeps everything it hears, in order, and complains of what is not declared. */
export class SocketClient {
  readonly socket: Socket
  readonly heard: Heard[] = []
  readonly complaints: string[] = []
  /** why the connection ended */
  disconnected: string | undefined

  private constructor(socket: Socket) {
    this.socket = socket
    socket.onAny((name: string, ...args: unknown[]) => this.#note(name, args))
    socket.on('disconnect', (reason) => {
      this.disconnected = reason
    })
  }

  static async connect(
    url: string,
    transports: ('websocket' | 'polling')[] = ['websocket'],
    extraHeaders: Record<string, string> = {},
  ): Promise<SocketClient> {
    const socket = io(url, { path: '/ws/', transports, reconnection: false, forceNew: true, extraHeaders })
    const client = new SocketClient(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return client
  }

  /** Connects and says who it is; the answer is the first thing heard. */
  static async open(url: string, credentials: object, transports?: ('websocket' | 'polling')[]) {
    const client = await SocketClient.connect(url, transports)
    await client.authenticate(credentials)
    return client
  }

  async authenticate(credentials: unknown): Promise<Heard> {
    const already = this.heard.length
    this.socket.emit('authenticate', credentials)
    await this.until(() => this.heard.length > already, 'an answer to authenticate')
    return this.heard[already]!
  }

  /** With an acknowledgement. */
  // biome-ignore lint/suspicious/noExplicitAny: see Heard
  ask = (name: string, payload: unknown): Promise<any> =>
    this.socket.timeout(TIMEOUT_MS).emitWithAck(name, payload)

  /** What happened in the company, without what concerns the socket only. */
  get events(): Heard[] {
    return this.heard.filter(({ eventId }) => eventId !== undefined)
  }

  named = (name: string) => this.heard.filter((heard) => heard.name === name)

  async until(condition: () => boolean, what: string): Promise<void> {
    for (let waited = 0; !condition(); waited += 5) {
      if (waited >= TIMEOUT_MS) {
        throw new Error(`${what} did not come; heard: ${JSON.stringify(this.heard).slice(0, 2000)}`)
      }
      await new Promise((next) => setTimeout(next, 5))
    }
  }

  async untilHeard(name: string, count = 1): Promise<Heard[]> {
    await this.until(() => this.named(name).length >= count, `${name} (${count})`)
    return this.named(name)
  }

  /** Fails when anything was heard that the catalogue does not declare. */
  close(): void {
    this.socket.disconnect()
    if (this.complaints.length > 0) throw new Error(this.complaints.join('\n'))
  }

  #note(name: string, args: unknown[]): void {
    const [payload, note] = args
    const isPushed = pushed.has(name)
    const validate = pushed.get(name) ?? own.get(name)
    if (args.length !== (isPushed ? 2 : 1)) this.complaints.push(`${name} came with ${args.length} arguments`)
    if (isPushed) this.#check(name, isNote, note)
    if (validate) this.#check(name, validate, payload)
    else this.complaints.push(`${name} is not declared`)
    this.heard.push({ name, payload, eventId: (note as { event_id: number } | undefined)?.event_id })
  }

  #check(name: string, validate: ValidateFunction, value: unknown): void {
    if (validate(value)) return
    const errors = (validate.errors ?? []).map(
      (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    )
    this.complaints.push(`${name}: ${errors.join('; ')} in ${JSON.stringify(value)}`)
  }
}

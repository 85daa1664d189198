import type { AddressInfo } from 'node:net'
import type { Pdu, PduFields, Server, Session } from 'smpp'
import { rawSmpp } from '../../src/telephony/texting/carriers/smpp/raw-smpp.ts'

export interface Submit {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly dataCoding: number
  readonly registeredDelivery: number
  /** reference, number of parts, part; undefined without a header */
  readonly part: readonly [number, number, number] | undefined
  readonly bytes: number
  readonly text: string
}

const { errors, encodings } = rawSmpp

/** A message centre over a real socket, which does what a test asks, also to fail. */
export class Smsc {
  readonly submits: Submit[] = []
  readonly binds: { systemId: string; status: number }[] = []
  enquiries = 0
  unbinds = 0
  /** answers nothing at all */
  isSilent = false
  /** the status of the next answers to a submit; without one they are taken */
  readonly refusals: number[] = []
  /** the ids of the next texts; without one they are numbered */
  readonly ids: string[] = []
  /** answers to submits wait for it */
  hold: Promise<void> | undefined
  mostAtOnce = 0
  readonly password: string
  #server: Server | undefined
  #port = 0
  #bound: Session | undefined
  #atOnce = 0

  readonly #certificate: { cert: string; key: string } | undefined

  /** With a certificate, it speaks TLS. */
  constructor(password = 'opensesame', certificate?: { cert: string; key: string }) {
    this.password = password
    this.#certificate = certificate
  }

  get url(): string {
    return `${this.#certificate ? 'smpps' : 'smpp'}://switchboard:${this.password}@127.0.0.1:${this.#port}`
  }

  get isBound(): boolean {
    return this.#bound !== undefined
  }

  /** Starts again on the same port. */
  async start(): Promise<void> {
    const server = rawSmpp.createServer(this.#certificate ?? {}, (session) => this.#accept(session))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = new Promise((resolve) => server.close(resolve))
    this.#bound = undefined
    for (const session of [...server.sessions]) session.destroy()
    await closed
  }

  dropConnections(): void {
    this.#bound = undefined
    for (const session of [...(this.#server?.sessions ?? [])]) session.destroy()
  }

  /** It goes on sending, but reads nothing more of this connection. */
  stopReading(): void {
    this.#bound?.socket.removeAllListeners('readable').pause()
  }

  sendBytes(bytes: Buffer): void {
    this.#bound?.socket.write(bytes)
  }

  /** Sends a deliver_sm; resolves with the status of the answer, undefined when the connection ended without. */
  deliver(fields: PduFields): Promise<number | undefined> {
    const session = this.#bound
    if (!session) throw new Error('nobody is bound')
    const pdu = new rawSmpp.PDU('deliver_sm', {
      source_addr_ton: 1,
      source_addr: '12025550101',
      dest_addr_ton: 1,
      destination_addr: '18586881740',
      data_coding: 0,
      ...fields,
    })
    return ask(session, pdu)
  }

  enquire(): Promise<number | undefined> {
    return ask(this.#bound!, new rawSmpp.PDU('enquire_link'))
  }

  /** As a real one does: repeats it until it is accepted. */
  async deliverUntilTaken(fields: PduFields): Promise<number> {
    for (let tries = 1; tries <= 10; tries += 1) if ((await this.deliver(fields)) === 0) return tries
    throw new Error('never taken')
  }

  receipt(id: string, state: string, error = '000'): Promise<number | undefined> {
    const text = `id:${id} sub:001 dlvrd:001 submit date:2601011200 done date:2601011201 stat:${state} err:${error} text:`
    return this.deliver({ esm_class: 4, short_message: Buffer.from(text) })
  }

  #accept(session: Session): void {
    session.on('error', () => session.destroy())
    session.on('close', () => {
      if (this.#bound === session) this.#bound = undefined
    })
    session.on('pdu', (pdu: Pdu) => {
      if (this.isSilent || pdu.isResponse()) return
      if (pdu.command === 'bind_transceiver') this.#bind(session, pdu)
      else if (pdu.command === 'submit_sm') void this.#submit(session, pdu)
      else {
        if (pdu.command === 'enquire_link') this.enquiries += 1
        if (pdu.command === 'unbind') this.unbinds += 1
        session.send(pdu.response())
      }
    })
  }

  #bind(session: Session, pdu: Pdu): void {
    const isKnown = pdu.system_id === 'switchboard' && pdu.password === this.password
    const status = isKnown ? 0 : errors.ESME_RINVPASWD!
    this.binds.push({ systemId: pdu.system_id!, status })
    if (isKnown) this.#bound = session
    session.send(pdu.response({ command_status: status }))
  }

  async #submit(session: Session, pdu: Pdu): Promise<void> {
    this.#atOnce += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce)
    await this.hold
    this.#atOnce -= 1
    const status = this.refusals.shift() ?? 0
    if (status !== 0) {
      session.send(pdu.response({ command_status: status }))
      return
    }
    const submit = readSubmit(this.ids.shift() ?? `m${this.submits.length + 1}`, pdu)
    this.submits.push(submit)
    session.send(pdu.response({ message_id: submit.id }))
  }
}

function ask(session: Session, pdu: Pdu): Promise<number | undefined> {
  return new Promise((resolve) => {
    const finish = (status: number | undefined) => {
      session.off('close', onClose)
      session.off('pdu', onAnswer)
      resolve(status)
    }
    const onClose = () => finish(undefined)
    const onAnswer = (answer: Pdu) => {
      if (answer.isResponse() && answer.sequence_number === pdu.sequence_number) finish(answer.command_status)
    }
    session.setMaxListeners(0)
    session.on('close', onClose)
    session.on('pdu', onAnswer)
    session.send(pdu)
  })
}

/** Decoded by the package, not by the code under test. */
function readSubmit(id: string, pdu: Pdu): Submit {
  const bytes = pdu.short_message!
  const header = pdu.esm_class! & 0x40 ? bytes.subarray(0, bytes[0]! + 1) : Buffer.alloc(0)
  const body = bytes.subarray(header.length)
  return {
    id,
    from: pdu.source_addr!,
    to: pdu.destination_addr!,
    dataCoding: pdu.data_coding!,
    registeredDelivery: pdu.registered_delivery!,
    part: header.length > 0 ? [header[3]!, header[4]!, header[5]!] : undefined,
    bytes: bytes.length,
    text: (pdu.data_coding === 8 ? encodings.UCS2 : encodings.ASCII).decode(body),
  }
}

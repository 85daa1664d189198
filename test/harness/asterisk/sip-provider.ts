import { createHash, randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { waitUntil } from '../sip/wait-until.ts'
import { openProviderLine, type ProviderTransport } from './provider-line.ts'
import {
  describeSound,
  KEY_EVENTS,
  readSipMessage,
  respondTo,
  type SipMessage,
  writeSipMessage,
} from './sip-message.ts'

const REALM = 'provider.example'
const NONCE = 'a-nonce-of-the-tests'

export interface ProviderCall {
  /** the final status, once there is one */
  status(): string
  /** Asks for a transfer of the other end (REFER). Returns the status of the response, once there is one. */
  transfer(to: string): () => string
  /** Presses a key. */
  press(digit: string): void
  /** Hangs up, whoever called. */
  hangUp(): void
}

interface ProviderOptions {
  password?: string
  transport?: ProviderTransport
  /** the files of its certificate */
  tls?: { certFile: string; keyFile: string }
}

/** A provider of phone calls: it takes registrations, calls us, and is called. It sends back the sound that it gets. */
export async function startSipProvider(address = '127.0.0.1', options: ProviderOptions = {}) {
  const { password = 'the-password-of-the-trunk', transport = 'udp' } = options
  const [sip, sound] = [await openProviderLine(address, transport, options.tls), await bind(address)]
  const { port } = sip
  const protocol = transport.toUpperCase()
  const own = `sip:provider@${address}:${port};transport=${transport}`
  const received: SipMessage[] = []
  /** what it responds to a call; empty: nothing at all */
  let statuses: readonly string[] = ['180 Ringing', '200 OK']
  let respondNow: (status: string) => void = () => {}
  let isDead = false
  let delayMs = 0
  let packets = 0
  /** where we are registered */
  let contact = ''

  sound.on('message', (packet, from) => sound.send(packet, from.port, from.address))
  sip.onMessage((text, send) => {
    const message = readSipMessage(text)
    received.push(message)
    if (isDead) return
    if (message.name === 'REGISTER') setTimeout(() => send(register(message)), delayMs)
    else if (message.name === 'INVITE') invite(message, send)
    else if (message.name !== 'ACK' && !/^\d/.test(message.name)) send(respondTo(message, '200 OK'))
    else if (/^[2-6]\d\d$/.test(message.name) && message.header('CSeq').endsWith('INVITE')) {
      send(acknowledge(message))
    }
  })

  function register(request: SipMessage): string {
    const field = (name: string) =>
      new RegExp(`${name}="([^"]*)"`).exec(request.header('Authorization'))?.[1] ?? ''
    const [one, two] = [`${field('username')}:${REALM}:${password}`, `REGISTER:${field('uri')}`]
    const expected = md5(`${md5(one)}:${NONCE}:${md5(two)}`)
    if (field('response') !== expected) {
      const challenge = `WWW-Authenticate: Digest realm="${REALM}", nonce="${NONCE}"`
      return respondTo(request, '401 Unauthorized', [challenge])
    }
    const given = /<([^>]+)>/.exec(request.header('Contact'))?.[1] ?? ''
    contact = request.header('Expires') === '0' ? '' : given
    return respondTo(request, '200 OK', [`Contact: <${given}>;expires=60`])
  }

  function invite(request: SipMessage, send: (text: string) => void): void {
    respondNow = (status) => {
      const body = /^(183|200)/.test(status) ? describeSound(address, sound.address().port) : ''
      send(respondTo(request, status, [`Contact: <${own}>`], body))
    }
    statuses.forEach(respondNow)
  }

  function acknowledge(response: SipMessage): string {
    const target = /<([^>]+)>/.exec(response.header('Contact'))?.[1] ?? `sip:${address}`
    const via = response.lines('Via')[0]!
    return writeSipMessage(`ACK ${target} SIP/2.0`, [
      response.name === '200'
        ? `Via: SIP/2.0/${protocol} ${address}:${port};branch=z9hG4bK${randomUUID()}`
        : via,
      ...response.lines('From'),
      ...response.lines('To'),
      ...response.lines('Call-ID'),
      response.lines('CSeq')[0]!.replace('INVITE', 'ACK'),
      'Max-Forwards: 70',
    ])
  }

  /** Sends a packet to where the response says. */
  function send(response: SipMessage | undefined, type: number, content: Buffer, time = packets): void {
    const to = /^m=audio (\d+)/m.exec(response?.text ?? '')?.[1]
    if (to === undefined) return
    const header = Buffer.alloc(12)
    header.set([0x80, type, packets >> 8, packets & 255], 0)
    header.writeUInt32BE(160 * time, 4)
    packets = (packets + 1) & 65_535
    sound.send(Buffer.concat([header, content]), Number(to), '127.0.0.1')
  }

  /** A bit of sound. */
  const speak = (response: SipMessage | undefined) => send(response, 0, Buffer.alloc(160, 0x55))

  /** A key is held for 120 ms; the last packets say that it is released. */
  function press(response: SipMessage | undefined, digit: string): void {
    const time = packets
    for (const duration of [160, 320, 480, 640, 800, 960, 960, 960]) {
      const isOver = duration === 960
      const marker = duration === 160 ? 0x80 : 0
      const event = ['0123456789*#'.indexOf(digit), isOver ? 0x8a : 0x0a, duration >> 8, duration & 255]
      send(response, marker | KEY_EVENTS, Buffer.from(event), time)
    }
  }

  /** calls in progress */
  const speakers = new Set<NodeJS.Timeout>()
  const last = (name: string) => received.findLast((one) => one.name === name)

  return {
    address,
    port,
    /** requests and responses, in their order, also while it is dead */
    received,
    /** Requests of this method. */
    requests: (name: string) => received.filter((one) => one.name === name),
    /** where we are registered; empty: nowhere */
    contact: () => contact,
    /** How it responds to further calls. */
    respondWith(...next: string[]) {
      statuses = next
    },
    /** Responds to the call that came last. */
    respondNow: (status: string) => respondNow(status),
    /** It takes this long to answer registrations, as providers far away do. */
    delay(ms: number) {
      delayMs = ms
    },
    /** It answers nothing any more, or again. */
    die(dead = true, remembers = '') {
      isDead = dead
      contact = remembers
    },
    /** Calls a number, at an address such as `sip:+15550100@127.0.0.1:5060`. */
    call(target: string, more: { from?: string; name?: string; to?: string } = {}): ProviderCall {
      const id = randomUUID()
      const { from = '+15550199', name = 'A Caller', to = target } = more
      const [, host = '', at = '5060'] = /@([^:;>]+)(?::(\d+))?/.exec(target) ?? []
      const headers = (method: string, toTag = '') => [
        `Via: SIP/2.0/${protocol} ${address}:${port};branch=z9hG4bK${randomUUID()};rport`,
        `From: "${name}" <sip:${from}@provider.example>;tag=${id}`,
        `To: <${to}>${toTag}`,
        `Call-ID: ${id}`,
        `CSeq: ${{ INVITE: 1, REFER: 2 }[method] ?? 3} ${method}`,
        `Contact: <${own}>`,
        'Max-Forwards: 70',
      ]
      const body = describeSound(address, sound.address().port)
      sip.send(writeSipMessage(`INVITE ${target} SIP/2.0`, headers('INVITE'), body), Number(at), host)
      const speaking = setInterval(() => speak(final()), 20)
      speakers.add(speaking)
      const final = () =>
        received.find(
          (one) =>
            /^[2-6]\d\d$/.test(one.name) &&
            one.header('Call-ID') === id &&
            one.header('CSeq').startsWith('1 '),
        )
      const request = (method: string, more: readonly string[] = []) => {
        const response = final()!
        const uri = /<([^>]+)>/.exec(response.header('Contact'))?.[1] ?? target
        const tag = /;tag=[^;]+/.exec(response.header('To'))?.[0] ?? ''
        const all = [...headers(method, tag), ...more]
        sip.send(writeSipMessage(`${method} ${uri} SIP/2.0`, all), Number(at), host)
      }
      const responseTo = (method: string) =>
        received.find((one) => one.header('Call-ID') === id && one.header('CSeq').endsWith(` ${method}`))
      return {
        status: () => final()?.name ?? '',
        transfer(to) {
          request('REFER', [`Refer-To: <${to}>`, `Referred-By: <sip:provider@${address}:${port}>`])
          return () => responseTo('REFER')?.name ?? ''
        },
        press: (digit) => press(final(), digit),
        hangUp() {
          clearInterval(speaking)
          request('BYE')
        },
      }
    },
    /** Ends the call that came last. */
    async hangUp() {
      await waitUntil('the provider has been called', () => last('ACK') !== undefined)
      const invitation = last('INVITE')!
      const target = /<([^>]+)>/.exec(invitation.header('Contact'))?.[1] ?? ''
      const [, host = '', at = '5060'] = /@([^:;>]+)(?::(\d+))?/.exec(target) ?? []
      const bye = writeSipMessage(`BYE ${target} SIP/2.0`, [
        `Via: SIP/2.0/${protocol} ${address}:${port};branch=z9hG4bK${randomUUID()};rport`,
        `From: ${invitation.header('To')};tag=provider`,
        `To: ${invitation.header('From')}`,
        `Call-ID: ${invitation.header('Call-ID')}`,
        'CSeq: 1 BYE',
        'Max-Forwards: 70',
      ])
      sip.send(bye, Number(at), host)
    },
    /** Ends the connections of its clients (TCP, TLS), and what it knows of their registrations. */
    dropConnections() {
      contact = ''
      sip.drop()
    },
    stop() {
      for (const speaking of speakers) clearInterval(speaking)
      sip.close()
      sound.close()
    },
  }
}

export type SipProvider = Awaited<ReturnType<typeof startSipProvider>>

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

async function bind(address: string): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  return socket
}

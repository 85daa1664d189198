import { createHash, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'

export interface SipAccount {
  readonly number: number
  readonly domain: string
  readonly secret: string
}

const TIMEOUT_MS = 5_000
/** UDP may lose a request: RFC 3261 repeats it after half a second, then at twice the interval. */
const REPEAT_AFTER_MS = 500

/**
 * Asks a SIP server which phones are registered as this account, with its secret: a REGISTER without a contact (RFC 3261,
 * 10.2.3), which changes nothing. Returns the status of the response.
 */
export async function queryRegistration(proxy: string, account: SipAccount): Promise<number> {
  const [host = '', port = '5060'] = proxy.split(':')
  const call = randomBytes(12).toString('hex')
  const challenge = await exchange(host, Number(port), writeRegister(account, { call, number: 1 }))
  if (statusOf(challenge) !== 401) return statusOf(challenge)
  const authorization = answerChallenge(account, challenge)
  return statusOf(
    await exchange(host, Number(port), writeRegister(account, { call, number: 2 }, authorization)),
  )
}

const statusOf = (response: string) => Number(/^SIP\/2\.0 (\d{3})/.exec(response)?.[1] ?? 0)

function writeRegister(
  { number, domain }: SipAccount,
  sequence: { call: string; number: number },
  authorization?: string,
): string {
  const lines = [
    `REGISTER sip:${domain} SIP/2.0`,
    `Via: SIP/2.0/UDP 0.0.0.0:0;branch=z9hG4bK${randomBytes(8).toString('hex')};rport`,
    'Max-Forwards: 70',
    `From: <sip:${number}@${domain}>;tag=${randomBytes(6).toString('hex')}`,
    `To: <sip:${number}@${domain}>`,
    `Call-ID: ${sequence.call}`,
    `CSeq: ${sequence.number} REGISTER`,
    'User-Agent: Switchboard doctor',
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    'Content-Length: 0',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

function answerChallenge({ number, domain, secret }: SipAccount, challenge: string): string {
  const fields = readFields(challenge)
  const field = (name: string) => fields.get(name) ?? ''
  const [realm, nonce, opaque] = [field('realm'), field('nonce'), field('opaque')]
  const algorithm = field('algorithm') === 'SHA-256' ? 'SHA-256' : 'MD5'
  const digest = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const [uri, count, own] = [`sip:${domain}`, '00000001', randomBytes(8).toString('hex')]
  const [who, what] = [digest(`${number}:${realm}:${secret}`), digest(`REGISTER:${uri}`)]
  const withQop = field('qop').split(',').includes('auth')
  const response = digest(
    withQop ? `${who}:${nonce}:${count}:${own}:auth:${what}` : `${who}:${nonce}:${what}`,
  )
  const answer = [
    `username="${number}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}"`,
    `algorithm=${algorithm}`,
    ...(withQop ? [`qop=auth, nc=${count}, cnonce="${own}"`] : []),
    ...(opaque ? [`opaque="${opaque}"`] : []),
  ]
  return `Digest ${answer.join(', ')}`
}

/** The fields of the challenge; no SIP server has commas in the two that we use as they are. */
function readFields(challenge: string): Map<string, string> {
  const line = challenge.split('\r\n').find((one) => one.toLowerCase().startsWith('www-authenticate:')) ?? ''
  const parts = line.slice(line.indexOf('Digest') + 'Digest'.length).split(/, *(?=[a-z]+=)/i)
  return new Map(
    parts.map((part) => {
      const [name = '', ...value] = part.trim().split('=')
      return [name.toLowerCase(), value.join('=').replaceAll('"', '')]
    }),
  )
}

/** The first final response. */
function exchange(host: string, port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    let repeat: NodeJS.Timeout
    const end = (settle: () => void) => {
      clearTimeout(repeat)
      clearTimeout(timeout)
      socket.close()
      settle()
    }
    const timeout = setTimeout(
      () => end(() => reject(new Error(`no response from ${host}:${port} within ${TIMEOUT_MS / 1000} s`))),
      TIMEOUT_MS,
    )
    socket.once('error', (error) => end(() => reject(error)))
    socket.on('message', (bytes) => {
      const response = bytes.toString('utf8')
      if (statusOf(response) >= 200) end(() => resolve(response))
    })
    const send = (pause: number) => {
      socket.send(request, port, host)
      repeat = setTimeout(() => send(pause * 2), pause)
    }
    send(REPEAT_AFTER_MS)
  })
}

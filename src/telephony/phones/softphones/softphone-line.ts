import { createHash } from 'node:crypto'
import { WebSocket } from 'ws'
import type { Logger } from '../../../platform/logging/log.ts'
import type { BrowserPhone, BrowserPhones } from '../pbx/pbx.ts'

/** Longer than any SIP message of a browser. */
export const MAX_MESSAGE_LENGTH = 65_536
const MAX_UNSENT = 1_000_000
const MAX_PER_SECOND = 50
const PING_EVERY_MS = 20_000
const TIMEOUT_MS = 500
/** Closed because access has ended. The page does not try again. */
const ACCESS_ENDED = 4403
/** Closed because the PBX is not there. The page tries again. */
const PBX_GONE = 4503

export const ha1Of = (user: string, realm: string, secret: string) =>
  createHash('md5').update(`${user}:${realm}:${secret}`).digest('hex')

export interface SoftphoneLine {
  /** Access has ended. */
  end(): void
  /** Resolves when both ends are closed, and the PBX has forgotten the browser. */
  readonly ended: Promise<void>
}

/** Connects a browser with the PBX, and keeps it admitted there until one of them closes the connection. */
export function openLine(
  browser: WebSocket,
  pbx: BrowserPhones,
  url: string,
  phone: BrowserPhone,
  log: Logger,
): SoftphoneLine {
  const upstream = new WebSocket(url, 'sip', {
    handshakeTimeout: 5000,
    maxPayload: MAX_MESSAGE_LENGTH,
    perMessageDeflate: false,
  })
  const waiting: string[] = []
  let isAlive = true
  let sent = 0

  function close(code: number): void {
    if (browser.readyState === WebSocket.OPEN) browser.close(code)
    hangUp(upstream)
  }
  const timers = [
    setInterval(() => {
      if (!isAlive) browser.terminate()
      isAlive = false
      if (browser.readyState === WebSocket.OPEN) browser.ping()
      pbx.admit(phone).catch((error) => log.warn({ err: error }, 'a browser phone could not be renewed'))
    }, PING_EVERY_MS),
    setInterval(() => {
      sent = 0
    }, 1000),
  ]
  browser.on('pong', () => {
    isAlive = true
  })
  browser.on('message', (data, isBinary) => {
    sent += 1
    if (isBinary || sent > MAX_PER_SECOND || upstream.bufferedAmount > MAX_UNSENT) close(1008)
    else if (upstream.readyState === WebSocket.OPEN) upstream.send(String(data))
    else waiting.push(String(data))
  })
  upstream.on('open', () => {
    for (const message of waiting.splice(0)) upstream.send(message)
  })
  upstream.on('message', (data) => {
    if (browser.bufferedAmount > MAX_UNSENT) close(1008)
    else browser.send(String(data))
  })
  upstream.on('error', (error) => log.debug({ err: error }, 'the connection of a browser to the PBX failed'))
  browser.on('error', (error) => log.debug({ err: error }, 'the connection of a browser failed'))
  const gone = (socket: WebSocket) => new Promise<void>((done) => socket.once('close', () => done()))
  const browserGone = gone(browser)
  const upstreamGone = gone(upstream)
  void browserGone.then(() => hangUp(upstream))
  void upstreamGone.then(() => close(PBX_GONE))

  const ended = browserGone.then(async () => {
    for (const timer of timers) clearInterval(timer)
    // First, so that the PBX forgets where the browser was.
    await upstreamGone
    await pbx
      .remove(phone)
      .catch((error) => log.warn({ err: error }, 'a browser could not be removed from the PBX'))
  })
  return { end: () => close(ACCESS_ENDED), ended }
}

/** Does not wait long for the other end to agree. */
function hangUp(socket: WebSocket): void {
  socket.close()
  setTimeout(() => socket.terminate(), TIMEOUT_MS).unref()
}

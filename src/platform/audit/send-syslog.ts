import { createSocket } from 'node:dgram'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Facility 13 (log audit), severity 5 (notice). */
const PRIORITY = 13 * 8 + 5
const MAX_MESSAGE_ID = 32
/** Larger datagrams are lost on many networks. */
export const MAX_DATAGRAM_BYTES = 8_000
const TIMEOUT_MS = 10_000

export interface SyslogMessage {
  /** ISO 8601 */
  at: string
  host: string
  /** such as `user.deactivated` */
  id: string
  text: string
}

/** One message as RFC 5424 defines it. */
export const syslogLine = ({ at, host, id, text }: SyslogMessage): string =>
  `<${PRIORITY}>1 ${at} ${host || '-'} switchboard - ${id.slice(0, MAX_MESSAGE_ID)} - ${text}`

/** Sends one message to `udp://`, `tcp://` or `tls://`. Over TCP, the receiver has to accept it (RFC 6587, counted). */
export async function sendSyslog(url: string, line: string): Promise<void> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'udp:') return sendDatagram(host, Number(port || 514), line)
  const framed = `${Buffer.byteLength(line)} ${line}`
  if (protocol === 'tls:') {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connectTls({ host, port: Number(port || 6514), ...name })
    return sendAndClose(socket, 'secureConnect', framed)
  }
  return sendAndClose(connectTcp({ host, port: Number(port || 514) }), 'connect', framed)
}

function sendDatagram(host: string, port: number, line: string): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.send(line, port, host, (error) => (error ? reject(error) : resolve()))
  }).finally(() => socket.close())
}

/** Resolves when the receiver has closed the connection, too: only then has it read everything. */
function sendAndClose(socket: Socket, ready: string, text: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the syslog server does not respond')))
    socket.once('error', reject)
    socket.once(ready, () => socket.end(text))
    socket.once('close', () => resolve())
    socket.resume()
  })
}

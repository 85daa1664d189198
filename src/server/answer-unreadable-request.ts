import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ServerLimits } from './server-limits.ts'

/**
 * A request of which not even the headers came whole belongs to no product: nobody knows what it asked for.
 * So the answer has the fields of both, and the connection ends.
 */
export function answerUnreadableRequest(limits: ServerLimits) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // Whoever has hung up reads no answer.
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(answerText(...complaintAbout(error.code, limits)))
    socket.destroy()
  }
}

function complaintAbout(code: string | undefined, limits: ServerLimits): [status: number, detail: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const [headers, whole] = [limits.headersMs / 1000, limits.requestMs / 1000]
    return [
      408,
      `The request did not come in time (limit: ${headers} seconds for its headers, ${whole} in all)`,
    ]
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return [431, `The headers are too large (limit: ${limits.headerBytes} bytes)`]
  }
  return [400, 'This is not a request that HTTP/1.1 knows']
}

function answerText(status: number, detail: string): string {
  const title = STATUS_CODES[status]!
  const product = { result: 'error', msg: detail, code: 'BAD_REQUEST' }
  const body = `${JSON.stringify({ ...product, detail, status, title, type: 'about:blank' })}\n`
  return [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

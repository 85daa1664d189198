import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { UploadSlots } from '../../platform/uploads/upload-slots.ts'
import type { RequestIds } from './request-ids.ts'
import type { ServerLimits } from './server-limits.ts'

/**
 * Node could not parse the request, so nobody knows which product it was for. The response has the fields of both, and
 * the connection ends.
 */
export function respondToUnreadableRequest(
  limits: ServerLimits,
  uploads: UploadSlots,
  requestIds: RequestIds,
) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    // A request whose body is missing or wrong already has a response. It must close with the connection: others wait
    // for that.
    const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse | null }
    // A client that disconnects in the middle of a file gets no response: the request ends with the connection, and its
    // file is removed.
    const isCut = error.code === 'HPE_INVALID_EOF_STATE' && begun != null && uploads.isReceiving(begun.req)
    if (socket.writable && !begun?.headersSent && !isCut) {
      const id = requestIds.of(begun?.req)
      respond(begun ?? responseOn(socket), id, ...errorFor(error.code, limits))
    }
    socket.destroy()
  }
}

function errorFor(code: string | undefined, limits: ServerLimits): [status: number, detail: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const { headersMs, requestMs, uploadMs } = limits
    const [headers, whole, files] = [headersMs / 1000, requestMs / 1000, uploadMs / 1000]
    return [
      408,
      `The request did not arrive in time (limit: ${headers} seconds for its headers, ${whole} in all, ${files} with files)`,
    ]
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return [431, `The headers are too large (limit: ${limits.headerBytes} bytes)`]
  }
  return [400, 'This is not a valid HTTP/1.1 request']
}

function responseOn(socket: Socket): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  return response
}

function respond(response: ServerResponse, requestId: string, status: number, detail: string): void {
  const title = STATUS_CODES[status]!
  const product = { result: 'error', msg: detail, code: 'BAD_REQUEST' }
  const body = `${JSON.stringify({ ...product, detail, status, title, type: 'about:blank' })}\n`
  response.shouldKeepAlive = false
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
  })
  response.end(body)
}

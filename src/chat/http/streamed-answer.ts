import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** A success whose body is streamed. Nothing of the request stays in memory while it is. */
export class StreamedAnswer {
  readonly contentType: string
  readonly start: (response: ServerResponse) => void

  constructor(contentType: string, start: (response: ServerResponse) => void) {
    this.contentType = contentType
    this.start = start
  }
}

export function sendStream(reply: FastifyReply, { contentType, start }: StreamedAnswer): FastifyReply {
  reply
    .type(contentType)
    .header('cache-control', 'no-cache, no-store, no-transform, private')
    // Otherwise nginx buffers the response.
    .header('x-accel-buffering', 'no')
  if (reply.request.method === 'HEAD') return reply.send()
  reply.hijack()
  // It ends with its connection. Without chunks, each write is one piece for the socket instead of three.
  reply.raw.useChunkedEncodingByDefault = false
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  start(reply.raw)
  return reply
}

import type { FastifyReply } from 'fastify'
import { type BodyInPieces, bytesOf } from './envelope.ts'

/**
 * An answer of several buffers, as they are: putting 50 KB together in one buffer first costs more than finding
 * them. Past the framework, which takes one only; its hooks after the answer run as ever.
 */
export function sendPieces(reply: FastifyReply, body: BodyInPieces): FastifyReply {
  const { start, pieces, end } = body
  reply.header('content-length', bytesOf(body))
  reply.hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  // All of them go to the kernel at once, with the headers.
  raw.cork()
  raw.write(start)
  for (const piece of pieces) raw.write(piece)
  raw.end(end)
  return reply
}

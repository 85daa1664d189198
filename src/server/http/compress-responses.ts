import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding } from '../web/accepted-encoding.ts'

/** Smaller ones fit into a few packets: compressing them costs more time than it saves. */
const MIN_BYTES = 16 * 1024

/** About a millisecond for a page of messages, in another thread. Higher levels take several times as long. */
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
const gzipOptions = { level: 4 }

/** Compresses long texts for clients that accept it, in the thread pool. Streams and files are sent as they are. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= MIN_BYTES
    if (!isLong || !isText(reply.getHeader('content-type')) || reply.hasHeader('etag')) {
      return done(null, payload)
    }
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding || reply.hasHeader('content-encoding')) return done(null, payload)
    const send = (error: Error | null, compressed: Buffer) => {
      if (error) return done(null, payload)
      reply.header('content-encoding', encoding)
      done(null, compressed)
    }
    if (encoding === 'br') brotliCompress(payload, brotliOptions, send)
    else gzip(payload, gzipOptions, send)
  })
}

const isText = (type: unknown) => typeof type === 'string' && /^(text\/|application\/(\w+\+)?json)/.test(type)

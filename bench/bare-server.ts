import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { parse } from 'fast-querystring'
import Fastify, { type FastifyReply } from 'fastify'
import { Server as SocketServer } from 'socket.io'

/** Fastify, the parsing of a form, server-sent events by node:http and socket.io, and nothing else. */
const responses = JSON.parse(readFileSync(process.env.RESPONSES_FILE!, 'utf8')) as Record<string, string>
const app = Fastify()
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_request: unknown, text: string) => parse(text),
)
app.get('/health', async () => 'ok')

const json = (reply: FastifyReply, body: string) => reply.type('application/json; charset=utf-8').send(body)

for (const [route, body] of Object.entries(responses)) {
  const [method, url] = route.split(' ')
  app.route({ method: method!, url: url!, handler: (_request, reply) => json(reply, body) })
}

/** Each POST to /wake goes to everybody who waits: what the response to a poll is, and what a stream writes. */
const { poll = '{}', event = '' } = JSON.parse(responses['GET /wake'] ?? '{}') as Record<string, string>
let polls: FastifyReply[] = []
const streams = new Set<ServerResponse>()
app.get('/poll', (_request, reply) => {
  polls.push(reply)
})
app.get('/stream', (_request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  reply.raw.write('retry: 2000\n\n')
  streams.add(reply.raw)
  reply.raw.once('close', () => streams.delete(reply.raw))
})
app.get('/metrics', async () =>
  [`switchboard_waiting_polls ${polls.length}`, `switchboard_event_streams ${streams.size}`].join('\n'),
)
app.post('/wake', async () => {
  const waiting = polls
  polls = []
  for (const reply of waiting) json(reply, poll)
  for (const stream of streams) stream.write(event)
  return 'ok'
})

const io = new SocketServer(app.server, { path: '/ws/' })
app.post('/emit', async (request) => {
  io.emit('user_status_updated', request.body)
  return 'ok'
})

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

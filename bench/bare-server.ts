import { readFileSync } from 'node:fs'
import { parse } from 'fast-querystring'
import Fastify, { type FastifyReply } from 'fastify'

/** Nothing but Fastify and the parsing of a form: what the framework itself costs on this machine. */
const answers = JSON.parse(readFileSync(process.env.ANSWERS_FILE!, 'utf8')) as Record<string, string>
const app = Fastify()
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_request: unknown, text: string) => parse(text),
)
app.get('/health', async () => 'ok')

const json = (reply: FastifyReply, body: string) => reply.type('application/json; charset=utf-8').send(body)

for (const [route, body] of Object.entries(answers)) {
  const [method, url] = route.split(' ')
  app.route({ method: method!, url: url!, handler: (_request, reply) => json(reply, body) })
}

/** Polls that wait until somebody posts. */
let waiting: FastifyReply[] = []
const event = answers['GET /wait'] ?? '{}'
app.get('/poll', (_request, reply) => {
  waiting.push(reply)
})
app.get('/metrics', async () => `switchboard_waiting_polls ${waiting.length}`)
app.post('/wake', async () => {
  const polls = waiting
  waiting = []
  for (const reply of polls) json(reply, event)
  return 'ok'
})

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

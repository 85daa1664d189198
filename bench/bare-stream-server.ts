import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'

/** Nothing but node:http: every POST to /wake writes the event to all open streams. */
const { event } = JSON.parse(readFileSync(process.env.ANSWERS_FILE!, 'utf8')) as { event: string }
const streams = new Set<ServerResponse>()

const server = createServer((request, response) => {
  switch (request.url) {
    case '/stream':
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write('retry: 2000\n\n')
      streams.add(response)
      response.once('close', () => streams.delete(response))
      return
    case '/wake':
      request.resume().once('end', () => {
        for (const stream of streams) stream.write(event)
        response.end('ok')
      })
      return
    case '/metrics':
      response.end(`switchboard_event_streams ${streams.size}\n`)
      return
    default:
      response.end('ok')
  }
})

process.once('SIGTERM', () => process.exit(0))
server.listen(Number(process.env.PORT), '127.0.0.1')

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServiceCall {
  headers: IncomingHttpHeaders
  body: string
}

/** A service for outgoing webhook bots: it gives prepared answers and remembers the requests. */
export interface BotService {
  url: string
  calls: ServiceCall[]
  /** from now on; a string is JSON already */
  answerWith(status: number, body?: unknown, headers?: Record<string, string>): void
  stop(): Promise<void>
}

export async function startBotService(): Promise<BotService> {
  const calls: ServiceCall[] = []
  let answer: { status: number; body: string; headers: Record<string, string> }
  const answerWith: BotService['answerWith'] = (status, body = '', headers = {}) => {
    answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body), headers }
  }
  answerWith(200)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    answerWith,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  }
}

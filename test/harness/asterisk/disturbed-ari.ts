import { createServer } from 'node:http'

export interface DisturbedAri {
  url: string
  /** Requests like `DELETE /ari/channels/1` that match get no response, and do not reach Asterisk. */
  lose(pattern: RegExp | undefined): void
  stop(): Promise<void>
}

/** A way to the requests of an Asterisk on which single ones get lost. Events do not come this way. */
export async function startDisturbedAri(ariUrl: string): Promise<DisturbedAri> {
  let lost: RegExp | undefined
  const target = new URL(ariUrl)
  const server = createServer(async (request, response) => {
    if (lost?.test(`${request.method} ${request.url}`)) {
      request.socket.destroy()
      return
    }
    const answer = await fetch(`http://${target.host}${request.url}`, {
      method: request.method!,
      headers: { authorization: request.headers.authorization ?? '' },
    })
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(ariUrl)
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    lose(pattern) {
      lost = pattern
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export interface DisturbedRpc {
  url: string
  /** The method that gets no answer, and does not reach Kamailio. */
  lose(method: string | undefined): void
  stop(): Promise<void>
}

/** A way to the commands of Kamailio on which single ones get lost. */
export async function startDisturbedRpc(rpcUrl: string): Promise<DisturbedRpc> {
  let lost: string | undefined
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if ((JSON.parse(body) as { method: string }).method === lost) {
      request.socket.destroy()
      return
    }
    const answer = await fetch(rpcUrl, { method: 'POST', body })
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/RPC`,
    lose(method) {
      lost = method
    },
    stop: () => new Promise((done) => server.close(() => done())),
  }
}

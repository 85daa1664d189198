import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '../../../../src/platform/secrets/webhook-signature.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies freely
  body: any
}

export interface Receiver {
  url: string
  readonly received: Received[]
  /** How the next calls are answered; a status, or what to do with the response. */
  answer:
    | number
    | ((call: Received) => number | 'never' | { status: number; headers?: object; text?: string })
  until(count: number): Promise<Received[]>
  stop(): Promise<void>
}

const TIMEOUT_MS = 15_000

/** An endpoint of a company, on the loopback. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const call = { path: request.url!, headers: request.headers, text, body: JSON.parse(text) }
      received.push(call)
      const answer = typeof receiver.answer === 'function' ? receiver.answer(call) : receiver.answer
      if (answer === 'never') return
      const { status, headers, text: body } = typeof answer === 'number' ? { status: answer } : answer
      response.writeHead(status, headers as never).end(body ?? 'thanks')
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: 200,
    async until(count) {
      await waitFor(() => received.length >= count, `${count} calls (there were ${received.length})`)
      return received
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return receiver
}

export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  what: string,
  patience = TIMEOUT_MS,
): Promise<void> {
  for (let waited = 0; !(await condition()); waited += 20) {
    if (waited >= patience) throw new Error(`${what} did not come`)
    await new Promise((next) => setTimeout(next, 20))
  }
}

/** The id of the message; fails when it is not signed with this secret. */
export const verified = ({ headers, text }: Received, secret: string, now: number) =>
  verifyWebhook({ headers, body: text }, secret, now)

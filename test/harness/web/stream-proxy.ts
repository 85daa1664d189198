import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What a proxy does to event streams: `hold` passes nothing until the response is complete, `buffer` passes only the
 * headers, `cut` ends the connection after the first bytes, `drip` passes every byte in a packet of its own.
 */
export type Treatment = 'hold' | 'buffer' | 'cut' | 'drip'

export interface StreamProxy {
  url: string
  stop(): Promise<void>
}

/** A proxy before a server that treats event streams badly, and passes everything else. */
export async function startStreamProxy(target: string, treatment: Treatment): Promise<StreamProxy> {
  const server = createServer((incoming, outgoing) => {
    const call = request(
      target + incoming.url,
      { method: incoming.method, headers: incoming.headers, agent: false },
      (response) => {
        if (!incoming.url?.startsWith('/api/v1/events/stream')) {
          outgoing.writeHead(response.statusCode!, response.headers)
          response.pipe(outgoing)
          return
        }
        pass(response, outgoing, treatment)
      },
    )
    call.on('error', () => outgoing.destroy())
    outgoing.on('close', () => call.destroy())
    incoming.pipe(call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pass(response: IncomingMessage, outgoing: ServerResponse, treatment: Treatment): void {
  const start = () => outgoing.writeHead(response.statusCode!, response.headers)
  if (treatment === 'hold' || treatment === 'buffer') {
    const chunks: Buffer[] = []
    if (treatment === 'buffer') start().flushHeaders()
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      if (treatment === 'hold') start()
      outgoing.end(Buffer.concat(chunks))
    })
    return
  }
  start()
  if (treatment === 'cut') {
    response.once('data', (chunk: Buffer) => outgoing.write(chunk, () => outgoing.destroy()))
    return
  }
  outgoing.socket?.setNoDelay(true)
  void drip(response, outgoing)
}

async function drip(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    for await (const chunk of response) {
      for (const byte of chunk as Buffer) {
        await new Promise<void>((resolve) => outgoing.write(Uint8Array.of(byte), () => resolve()))
      }
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

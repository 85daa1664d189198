import type { IncomingMessage } from 'node:http'

/** Calls once the whole body is there; never, if the client goes away before. The caller has looked at its length. */
export function readForm(raw: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = []
  raw.on('data', (chunk: Buffer) => chunks.push(chunk))
  raw.once('end', () => done((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()))
}

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import aws4 from 'aws4'
import S3rver from 's3rver'
import { freePort } from './free-port.ts'

export interface RunningObjectStore {
  url: string
  /** for a server that keeps its files here, and lets browsers get them here */
  settings: Record<string, string>
  stop(): Promise<void>
  /** After `stop`, on the same port with the same objects. */
  start(): Promise<void>
  remove(): Promise<void>
  /** Until it is taken away: refuses requests with the status that this returns, or leaves them without a response. */
  fault: ((method: string, url: string) => number | 'no response' | undefined) | undefined
}

const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** A store with the interface of S3. It does not check signatures of version 4, so a door before it does. */
export async function startObjectStore(): Promise<RunningObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-objects-'))
  const [port, innerPort] = [await freePort(), await freePort()]
  let running: { objects: S3rver; door: Server } | undefined
  const start = async () => {
    const objects = new S3rver({
      address: '127.0.0.1',
      port: innerPort,
      silent: true,
      directory,
      configureBuckets: [{ name: 'files', configs: [] }],
    })
    await objects.run()
    const door = createServer((incoming, outgoing) => {
      void readAll(incoming).then((body) => {
        const fault = store.fault?.(incoming.method!, incoming.url!)
        if (fault === 'no response') return
        if (fault !== undefined) return outgoing.writeHead(fault).end('<Error><Code>Fault</Code></Error>')
        const wrong = faultOf(incoming, body)
        if (wrong !== undefined) {
          return outgoing
            .writeHead(403, { 'content-type': 'application/xml' })
            .end(`<Error><Code>SignatureDoesNotMatch</Code><Message>${wrong}</Message></Error>`)
        }
        const { method, url, headers } = incoming
        const inner = request({ host: '127.0.0.1', port: innerPort, method, path: url, headers }, (found) => {
          outgoing.writeHead(found.statusCode!, found.headers)
          found.pipe(outgoing)
        })
        // A client that left in the middle must not keep the store from closing.
        outgoing.once('close', () => inner.destroy())
        inner.end(body)
      })
    })
    await new Promise<void>((done) => door.listen(port, '127.0.0.1', done))
    running = { objects, door }
  }
  const stop = async () => {
    const ending = running
    running = undefined
    if (!ending) return
    ending.door.closeAllConnections()
    await new Promise((done) => ending.door.close(done))
    await ending.objects.close()
  }
  const url = `http://127.0.0.1:${port}`
  const store: RunningObjectStore = {
    url,
    fault: undefined,
    settings: {
      S3_ENDPOINT: url,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY: KEYS.accessKeyId,
      S3_SECRET_KEY: KEYS.secretAccessKey,
      S3_PREFIX: 'acme',
      S3_PUBLIC_ENDPOINT: url,
    },
    start,
    stop,
    async remove() {
      await stop()
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  await start()
  return store
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Signs the request that has arrived again, and compares. */
function faultOf({ method, url, headers }: IncomingMessage, body: Buffer): string | undefined {
  const query = new URLSearchParams(url!.split('?')[1])
  const scope = { service: 's3', region: 'us-east-1', method: method! }
  const given = query.get('X-Amz-Signature')
  if (given !== null) {
    const date = query.get('X-Amz-Date')!
    const time = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
    if (Date.parse(time) + Number(query.get('X-Amz-Expires')) * 1000 < Date.now()) return 'it has expired'
    // What the signer adds.
    const path = url!.replace(/[?&]X-Amz-(Algorithm|Credential|SignedHeaders|Signature)=[^&]*/g, '')
    const signed = { ...scope, path, signQuery: true, headers: { Host: headers.host! } }
    const right = new URLSearchParams(aws4.sign(signed, KEYS).path!.split('?')[1]).get('X-Amz-Signature')
    return given === right ? undefined : 'the address was changed'
  }
  const [, names] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  if (names === undefined) return 'it is not signed'
  const covered = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]))
  const right = aws4.sign({ ...scope, path: url!, headers: covered }, KEYS).headers!.Authorization
  if (right !== headers.authorization) return 'the signature is another one'
  const hash = createHash('sha256').update(body).digest('hex')
  return headers['x-amz-content-sha256'] === hash ? undefined : 'the body is another one'
}

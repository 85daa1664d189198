import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushNotice } from '../../src/chat/notifications/send-push-post.ts'

export interface Push {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A browser that was subscribed: its keys, and what the push service got for it. */
export interface PushDevice {
  /** as the browser gives it to the server */
  target: { endpoint: string; p256dh: string; auth: string }
  pushes: Push[]
  /** what it got, decrypted */
  notices(): PushNotice[]
  /** from now on, the push service answers so for this browser */
  answerWith(status: number): void
}

/** A push service: takes what is sent to the browsers that it knows. */
export interface PushService {
  origin: string
  subscribe(): PushDevice
  stop(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { pushes: Push[]; status: number }>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const device = devices.get(request.url!)
    device?.pushes.push({ headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(device?.status ?? 404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe() {
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const device = { pushes: [] as Push[], status: 201 }
      devices.set(path, device)
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      return {
        target: {
          endpoint: origin + path,
          p256dh: keys.getPublicKey('base64url'),
          auth: auth.toString('base64url'),
        },
        pushes: device.pushes,
        notices: () => device.pushes.map(({ body }) => JSON.parse(decrypt(body, keys, auth))),
        answerWith(status) {
          device.status = status
        },
      }
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

/** As a browser does it: RFC 8291, on top of the content coding aes128gcm of RFC 8188, with a single record. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body[20]!
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

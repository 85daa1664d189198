import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RawConnection, type RawResponse } from './raw-connection.ts'

const BOUNDARY = 'slow-upload'

/** A form with one file, sent chunk by chunk over its own connection. */
export class SlowUpload {
  readonly connection: RawConnection
  readonly answer: Promise<RawResponse>
  readonly #end: string

  /** `length`: what the header says, when it is to lie. */
  constructor(
    port: number,
    { path, headers, field = 'file', bytes }: SlowUploadPlan,
    length?: (whole: number) => number,
  ) {
    const start =
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="slow.bin"\r\n` +
      'content-type: application/octet-stream\r\n\r\n'
    this.#end = `\r\n--${BOUNDARY}--\r\n`
    const whole = start.length + bytes + this.#end.length
    const lines = Object.entries({
      host: 'chat.example.com',
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(length?.(whole) ?? whole),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    this.connection = new RawConnection(port).send(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${start}`)
    this.answer = this.connection.response()
    this.answer.catch(() => {})
  }

  send(bytes: Buffer): this {
    this.connection.socket.write(bytes)
    return this
  }

  finish(): Promise<RawResponse> {
    this.connection.send(this.#end)
    return this.answer
  }

  hangUp(): void {
    this.connection.socket.destroy()
  }
}

export interface SlowUploadPlan {
  path: string
  headers: Record<string, string>
  field?: string
  /** of the file */
  bytes: number
}

/** What arrives now, or was left by what arrived: the sizes of the files. */
export function incoming(dataDir: string): number[] {
  const folder = join(dataDir, 'incoming')
  return existsSync(folder) ? readdirSync(folder).map((name) => statSync(join(folder, name)).size) : []
}

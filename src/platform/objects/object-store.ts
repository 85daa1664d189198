import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { readDate } from '../clock.ts'
import type { Logger } from '../logging/log.ts'
import {
  createObjectRequests,
  elementOf,
  type ObjectRequests,
  ObjectStoreFailed,
  readText,
} from './object-requests.ts'
import type { ObjectStoreSettings } from './object-store-settings.ts'

export { ObjectStoreFailed }

/** Another installation stores its files under the same prefix: each would delete those of the other. */
export class ForeignBucket extends Error {}

export interface StoredObject {
  key: string
  size: number
  /** milliseconds since the epoch */
  writtenAt: number
}

/** Objects in a bucket. Keys are without the prefix of the settings. */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>
  /** For files of any size. Readers never see a part of one. `onChunk`: called after each part; throw to stop. */
  putFile(key: string, path: string, onChunk?: () => Promise<void>): Promise<void>
  /** Bytes of about `size`, as they come. Nothing is stored if the stream fails. `mark`: see `head`. */
  putStream(
    key: string,
    bytes: AsyncIterable<Uint8Array>,
    about: { size: number; mark: string },
  ): Promise<void>
  /** undefined: there is none. `tag` differs when the bytes do. `mark`: that of putStream. */
  head(key: string): Promise<{ size: number; tag: string; mark: string | undefined } | undefined>
  /** undefined: there is none. First and last byte, both inclusive. */
  get(key: string, part?: { start: number; end: number }): Promise<Readable | undefined>
  remove(key: string): Promise<void>
  /** In the order of their keys. */
  list(folder: string): AsyncGenerator<StoredObject>
  /** See ObjectRequests.sign. */
  link(key: string, seconds: number, headers: LinkHeaders): string | undefined
  /** Marks the place as ours, before anything is deleted. Throws ForeignBucket. */
  claim(): Promise<void>
  /** The mark of the installation to which the place belongs; undefined: of none yet. */
  readOwner(): Promise<string | undefined>
  readonly isUp: boolean
}

/** The headers with which the store serves the bytes. */
export interface LinkHeaders {
  contentType: string
  contentDisposition?: string
  cacheControl: string
}

/** Larger files are sent in parts of this size: each is in memory while it is sent, and is sent again if that fails. */
const PART = 16 * 2 ** 20

/** A store takes 10,000 parts. Some are left for a stream that becomes larger than expected. */
const MAX_EXPECTED_PARTS = 8000

const MARK_HEADER = 'x-amz-meta-switchboard'

/** Holds the mark of the installation to which the objects belong. */
const OWNER_KEY = 'switchboard-installation'

/** `owner`: the mark of this installation. `retryAfterMs`: see createObjectRequests. */
export function openObjectStore(
  settings: ObjectStoreSettings,
  owner: string,
  log: Logger,
  retryAfterMs?: readonly number[],
): ObjectStore {
  const requests = createObjectRequests(settings, log, retryAfterMs)
  const keyAt = (key: string) => settings.prefix + key

  const put = async (key: string, body: Buffer) => {
    const response = await requests.send({ method: 'PUT', key: keyAt(key), body })
    response.resume()
    if (response.statusCode === 404) throw new ObjectStoreFailed('404 NoSuchBucket')
  }

  const readOwner = async () => {
    const response = await requests.send({ method: 'GET', key: keyAt(OWNER_KEY) })
    const found = await readText(response)
    return response.statusCode === 404 ? undefined : found
  }

  return {
    put,
    async putFile(key, path, onChunk) {
      const file = await open(path)
      try {
        const { size } = await file.stat()
        if (size > PART) return await putParts(requests, keyAt(key), partsOfFile(file, size, onChunk))
        await onChunk?.()
        await put(key, await readPart(file, 0, size))
      } finally {
        await file.close()
      }
    },
    putStream: (key, bytes, { size, mark }) =>
      putParts(requests, keyAt(key), partsOfStream(bytes, partSizeFor(size)), { [MARK_HEADER]: mark }),
    async head(key) {
      const { headers, statusCode } = (await requests.send({ method: 'HEAD', key: keyAt(key) })).resume()
      if (statusCode === 404) return undefined
      const mark = headers[MARK_HEADER]
      return {
        size: Number(headers['content-length']),
        tag: String(headers.etag),
        mark: mark === undefined ? undefined : String(mark),
      }
    },
    async get(key, part) {
      const headers = part && { Range: `bytes=${part.start}-${part.end}` }
      const response = await requests.send({ method: 'GET', key: keyAt(key), ...(headers && { headers }) })
      if (response.statusCode === 404) return void response.resume()
      return Readable.from(complete(response), { objectMode: false })
    },
    async remove(key) {
      if (!settings.mayDelete) return
      const response = await requests.send({ method: 'DELETE', key: keyAt(key) })
      response.resume()
    },
    list: (folder) => listObjects(requests, settings.prefix, folder),
    async claim() {
      const found = await readOwner()
      if (found === undefined) return put(OWNER_KEY, Buffer.from(owner))
      if (found !== owner) {
        throw new ForeignBucket(
          `The bucket ${settings.bucket} contains the files of another installation. Choose another S3_BUCKET or S3_PREFIX. ` +
            `If these are your files and the secret key was lost, delete the object ${keyAt(OWNER_KEY)}.`,
        )
      }
    },
    readOwner,
    link: (key, seconds, { contentType, contentDisposition, cacheControl }) =>
      requests.sign(keyAt(key), seconds, {
        'response-cache-control': cacheControl,
        ...(contentDisposition !== undefined && { 'response-content-disposition': contentDisposition }),
        'response-content-type': contentType,
      }),
    get isUp() {
      return requests.isUp
    },
  }
}

/** A connection that ends early must not look like the end of the bytes. */
async function* complete(response: IncomingMessage): AsyncGenerator<Buffer> {
  const expected = Number(response.headers['content-length'])
  let size = 0
  try {
    for await (const chunk of response) {
      size += chunk.length
      yield chunk
    }
  } catch (error) {
    throw new ObjectStoreFailed((error as Error).message)
  }
  if (size < expected) throw new ObjectStoreFailed('the connection ended before all bytes had arrived')
}

async function readPart(file: FileHandle, start: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, start)
  if (bytesRead !== size) throw new Error('the file was truncated while it was being stored')
  return bytes
}

const partSizeFor = (size: number) => Math.max(PART, Math.ceil(size / MAX_EXPECTED_PARTS))

async function* partsOfFile(
  file: FileHandle,
  size: number,
  onChunk?: () => Promise<void>,
): AsyncGenerator<Buffer> {
  const partSize = partSizeFor(size)
  for (let start = 0; start < size; start += partSize) {
    await onChunk?.()
    yield await readPart(file, start, Math.min(partSize, size - start))
  }
}

/** Each part is in the same memory: use it before you ask for the next. */
async function* partsOfStream(bytes: AsyncIterable<Uint8Array>, partSize: number): AsyncGenerator<Buffer> {
  const part = Buffer.alloc(partSize)
  let filled = 0
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.length; ) {
      const piece = chunk.subarray(taken, taken + partSize - filled)
      part.set(piece, filled)
      taken += piece.length
      filled += piece.length
      if (filled < partSize) continue
      yield part
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

/** The object appears when all parts are there. Without the end, the store keeps none of them. */
async function putParts(
  requests: ObjectRequests,
  key: string,
  parts: AsyncIterable<Buffer>,
  headers: Record<string, string> = {},
): Promise<void> {
  const begun = await readText(await requests.send({ method: 'POST', key, query: { uploads: '' }, headers }))
  const uploadId = elementOf(begun, 'UploadId')
  if (uploadId === undefined) throw new ObjectStoreFailed('it did not begin an upload in parts')
  try {
    const tags: string[] = []
    for await (const body of parts) {
      const query = { partNumber: String(tags.length + 1), uploadId }
      const checksum = { 'Content-MD5': createHash('md5').update(body).digest('base64') }
      const response = await requests.send({ method: 'PUT', key, query, headers: checksum, body })
      response.resume()
      if (response.headers.etag === undefined) throw new ObjectStoreFailed('a part was not stored')
      tags.push(response.headers.etag)
    }
    const listed = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)
    const ended = await requests.send({ method: 'POST', key, query: { uploadId }, body })
    const text = await readText(ended)
    // Its status is 200 before the store knows whether it succeeds.
    if (ended.statusCode !== 200 || text.includes('<Error>')) {
      throw new ObjectStoreFailed(`${elementOf(text, 'Code') ?? 'it did not put the parts together'}`)
    }
  } catch (error) {
    await requests.send({ method: 'DELETE', key, query: { uploadId } }).then(
      (response) => response.resume(),
      () => {},
    )
    throw error
  }
}

async function* listObjects(
  requests: ObjectRequests,
  prefix: string,
  folder: string,
): AsyncGenerator<StoredObject> {
  let token: string | undefined
  do {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix: prefix + folder,
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const response = await requests.send({ method: 'GET', query })
    const page = await readText(response)
    if (response.statusCode !== 200)
      throw new ObjectStoreFailed(elementOf(page, 'Code') ?? 'there is no bucket')
    for (const item of page.split('<Contents>').slice(1)) {
      const key = decodeURIComponent((elementOf(item, 'Key') ?? '').replaceAll('+', ' ')).slice(prefix.length)
      const writtenAt = readDate(elementOf(item, 'LastModified') ?? '') ?? Number.POSITIVE_INFINITY
      yield { key, size: Number(elementOf(item, 'Size')), writtenAt }
    }
    token = elementOf(page, 'IsTruncated') === 'true' ? elementOf(page, 'NextContinuationToken') : undefined
  } while (token !== undefined)
}

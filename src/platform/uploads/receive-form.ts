import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { safeName } from '../files/safe-name.ts'
import type { ReceivedFile } from './received-file.ts'
import { takeBody } from './take-body.ts'
import { UploadRefusal } from './upload-refusal.ts'
import type { Upload } from './upload-slots.ts'

export interface FormLimits {
  readonly parts: number
  /** of all fields that are not files, and of a form without files */
  readonly fieldBytes: number
  /** of one file, and of all files together */
  readonly fileBytes: number
}

export interface ReceivedForm {
  fields: Record<string, string>
  files: ReceivedFile[]
}

/** What a form adds to its files: boundaries, names, a few fields. */
export const FORM_BYTES = 65_536

/** For the headers of one part. The rest is dropped. */
const HEADER_BYTES = 16_384

/**
 * Receives a multipart form and writes its files to disk. Without an upload, files are dropped: the endpoint accepts
 * none. Throws UploadRefusal.
 */
export async function receiveForm(
  body: Readable,
  contentType: string,
  upload: Upload | undefined,
  limits: FormLimits,
): Promise<ReceivedForm> {
  const streams: BusboyFileStream[] = []
  const writing: Promise<ReceivedFile>[] = []
  const fields: [name: string, value: string][] = []
  const form = openForm(contentType, limits)
  const fail = (refusal: UploadRefusal) => form.destroy(refusal)
  let fieldBytes = 0
  form.on('partsLimit', () => fail(new UploadRefusal('parts')))
  form.on('field', (name: string | undefined, value: string, _nameCut: boolean, isCut: boolean) => {
    fieldBytes += value.length
    if (isCut || fieldBytes > limits.fieldBytes) fail(new UploadRefusal('body'))
    else if (name === undefined) fail(new UploadRefusal('malformed'))
    else fields.push([withoutEscapes(name), value])
  })
  form.on('file', (field: string | undefined, stream: BusboyFileStream, name: string | undefined) => {
    // The form itself reports a truncated body.
    stream.on('error', () => {})
    if (field === undefined) fail(new UploadRefusal('malformed'))
    if (field === undefined || !upload) {
      stream.resume()
      return
    }
    stream.once('limit', () => fail(new UploadRefusal('file')))
    const written = writeFile(stream, upload.newPath()).then(({ path, size }) => ({
      field: withoutEscapes(field),
      name: safeName(withoutEscapes(name ?? '')),
      path,
      size,
    }))
    // A form whose file cannot be written would never end.
    written.catch((error) => form.destroy(error))
    writing.push(written)
    streams.push(stream)
  })
  const bytes = upload ? limits.fileBytes + FORM_BYTES : limits.fieldBytes
  try {
    await takeBody({ body, bytes, upload }, form)
    return { fields: Object.fromEntries(fields), files: await Promise.all(writing) }
  } catch (error) {
    for (const stream of streams) stream.destroy(new Error('the form was refused'))
    await Promise.allSettled(writing)
    throw error instanceof UploadRefusal || isDiskError(error) ? error : new UploadRefusal('malformed')
  }
}

function openForm(contentType: string, limits: FormLimits): BusboyInstance {
  try {
    const { parts, fieldBytes, fileBytes } = limits
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      isPartAFile: (_field, _type, name) => name !== undefined,
      limits: { parts, fieldSize: fieldBytes, fileSize: fileBytes, headerSize: HEADER_BYTES },
    })
  } catch {
    throw new UploadRefusal('malformed')
  }
}

async function writeFile(stream: BusboyFileStream, path: string) {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(stream, file)
  return { path, size: file.bytesWritten }
}

/** Browsers escape the characters that would end a quoted name like this (HTML, multipart/form-data encoding). */
const withoutEscapes = (name: string) =>
  name.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replaceAll('%22', '"')

const isDiskError = (error: unknown) => typeof (error as NodeJS.ErrnoException).syscall === 'string'

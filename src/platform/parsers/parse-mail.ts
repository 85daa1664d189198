import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AddressObject, AttachmentStream, Headers, MessageText } from 'mailparser'
import { safeName } from '../files/safe-name.ts'
import { sniffFile } from '../files/sniff-type.ts'
import type { ReceivedFile } from '../uploads/received-file.ts'
import { InvalidInput } from './invalid-input.ts'
import { MAX_HEADER_BYTES } from './mail-header.ts'

export interface MailInput {
  path: string
  /** where to write attached files; more are left out */
  filePaths: readonly string[]
  /** of the files to keep, detected from their bytes; undefined: any */
  fileTypes?: readonly string[]
}

export interface ParsedMail {
  messageId: string | undefined
  subject: string
  /** the first of them */
  from: { name: string; address: string } | undefined
  /** as written in the mail, decoded */
  to: string
  /** ISO 8601 */
  date: string | undefined
  text: string
  html: string
  files: ReceivedFile[]
  filesLeftOut: number
}

/** Of text and HTML, each. Mail that people write is shorter. */
const MAX_TEXT_LENGTH = 100_000
const MAX_SUBJECT_LENGTH = 1000
const MAX_NAME_LENGTH = 200
const MAX_PARTS = 200

/** Takes a mail on disk apart, and writes its files to disk. */
export async function parseMail({ path, filePaths, fileTypes }: MailInput): Promise<ParsedMail> {
  // With its character tables it is a sixth of the program: load it on demand.
  const { MailParser } = await import('mailparser')
  // The types do not have the options of the part that splits a mail.
  const limits = { maxHeadSize: MAX_HEADER_BYTES, maxChildNodes: MAX_PARTS }
  const parser = new MailParser({
    ...limits,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  })
  let headers: Headers = new Map()
  let body: MessageText | undefined
  const freePaths = [...filePaths]
  const files: ReceivedFile[] = []
  let filesLeftOut = 0
  parser.on('headers', (found: Headers) => {
    headers = found
  })
  const takeParts = async (parts: AsyncIterable<AttachmentStream | MessageText>) => {
    for await (const part of parts) {
      if (part.type !== 'attachment') {
        body = part
        continue
      }
      const filePath = freePaths.shift()
      if (filePath === undefined) {
        filesLeftOut += 1
        ;(part.content as Readable).resume()
      } else {
        const file = await writeFile(part, filePath)
        if (!fileTypes || fileTypes.includes(await sniffFile(filePath))) files.push(file)
        else {
          await rm(filePath)
          freePaths.unshift(filePath)
        }
      }
      part.release()
    }
  }
  await pipeline(createReadStream(path), parser, takeParts).catch((error) => {
    // The only errors that it makes itself: too many parts, too large headers.
    if (error.code === 'EMAXLEN') throw new InvalidInput('has too many parts or too large headers')
    throw error
  })
  return {
    ...readHeaders(headers),
    text: (body?.text ?? '').slice(0, MAX_TEXT_LENGTH),
    html: typeof body?.html === 'string' ? body.html.slice(0, MAX_TEXT_LENGTH) : '',
    files,
    filesLeftOut,
  }
}

async function writeFile({ content, filename = '' }: AttachmentStream, path: string): Promise<ReceivedFile> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(content as Readable, file)
  return { field: '', name: safeName(filename.slice(0, MAX_NAME_LENGTH)), path, size: file.bytesWritten }
}

function readHeaders(headers: Headers): Pick<ParsedMail, 'messageId' | 'subject' | 'from' | 'to' | 'date'> {
  const from = (headers.get('from') as AddressObject | undefined)?.value[0]
  const to = headers.get('to') as AddressObject | AddressObject[] | undefined
  const date = headers.get('date')
  return {
    messageId: (headers.get('message-id') as string | undefined)?.slice(0, MAX_SUBJECT_LENGTH),
    subject: String(headers.get('subject') ?? '').slice(0, MAX_SUBJECT_LENGTH),
    from: from && {
      name: (from.name ?? '').slice(0, MAX_NAME_LENGTH),
      address: (from.address ?? '').slice(0, MAX_NAME_LENGTH),
    },
    to: [to ?? []]
      .flat()
      .map(({ text }) => text)
      .join(', ')
      .slice(0, MAX_SUBJECT_LENGTH),
    date: date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined,
  }
}

import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type AttachmentStream,
  type HeaderLines,
  type Headers,
  MailParser,
  type MessageText,
} from 'mailparser'
import { safeName } from '../../../platform/files/safe-name.ts'
import { PDF, sniffFile, TIFF } from '../../../platform/files/sniff-type.ts'
import { keepMail } from '../../../platform/mail/keep-mail.ts'
import { MailRefusal } from '../../../platform/mail/mail-refusal.ts'
import { runExclusive } from '../../../platform/run-exclusive.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import { MOST_FILE_BYTES } from '../../files/contents/keep-content.ts'

/** The largest document in base64 with line ends, and some text. */
export const MOST_MAIL_BYTES = Math.ceil(MOST_FILE_BYTES * 1.4) + 1_048_576

export interface FaxedMail {
  messageId: string | undefined
  subject: string
  document: ReceivedFile
  /** the Authentication-Results headers, the newest first */
  verdicts: readonly string[]
}

/** The only PDF or TIFF of a mail. Other attachments, such as logos, are ignored. */
export async function readFaxedMail(stream: Readable, upload: Upload): Promise<FaxedMail> {
  const path = await keepMail(stream, upload, {
    bytes: MOST_MAIL_BYTES,
    refusal: 'The mail is too large: a fax may have 50 MB',
  })
  // A mail is in memory while it is parsed.
  const { headers, lines, documents } = await runExclusive('reading mail to be faxed', () =>
    takeApart(path, upload),
  )
  const [document, another] = documents
  if (!document) throw new MailRefusal(554, '5.6.0 The mail has no PDF or TIFF attached')
  if (another) throw new MailRefusal(554, '5.6.0 The mail has several documents attached: send one at a time')
  return {
    messageId: headers?.get('message-id') as string | undefined,
    subject: String(headers?.get('subject') ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, 500),
    verdicts: lines
      .filter(({ key }) => key === 'authentication-results')
      .map(({ line }) => line.slice(line.indexOf(':') + 1)),
    document,
  }
}

async function takeApart(path: string, upload: Upload) {
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  })
  let headers: Headers | undefined
  let lines: HeaderLines = []
  parser.on('headers', (found: Headers) => {
    headers = found
  })
  parser.on('headerLines', (found: HeaderLines) => {
    lines = found
  })
  const documents: ReceivedFile[] = []
  await pipeline(
    createReadStream(path),
    parser,
    async (parts: AsyncIterable<AttachmentStream | MessageText>) => {
      for await (const part of parts) {
        if (part.type !== 'attachment') continue
        const document = await keepDocument(part, upload)
        if (document) documents.push(document)
        part.release()
      }
    },
  )
  return { headers, lines, documents }
}

/** undefined if it cannot be faxed */
async function keepDocument(
  { content, filename = '' }: AttachmentStream,
  upload: Upload,
): Promise<ReceivedFile | undefined> {
  const path = upload.newPath()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(content as Readable, file)
  if ([PDF, TIFF].includes(await sniffFile(path))) {
    return { field: '', name: safeName(filename), path, size: file.bytesWritten }
  }
  await rm(path, { force: true })
  return undefined
}

import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type AddressObject,
  type AttachmentStream,
  type Headers,
  MailParser,
  type MessageText,
} from 'mailparser'
import { safeName } from '../../../platform/files/safe-name.ts'
import { keepMail } from '../../../platform/mail/keep-mail.ts'
import { runExclusive } from '../../../platform/run-exclusive.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import { outsideName } from '../sending/outside-text.ts'
import { isReplySubject, mailText, mailTopic } from './mail-text.ts'

/** More are left out, and the message says so. */
const MOST_FILES = 20

export interface StreamMail {
  messageId: string | undefined
  /** `Ann Lee (ann@example.com)` */
  from: string
  topic: string
  text: string
  files: ReceivedFile[]
  /** how many more it had */
  filesLeftOut: number
}

export async function readStreamMail(
  stream: Readable,
  upload: Upload,
  most: { bytes: number; refusal: string },
): Promise<StreamMail> {
  const path = await keepMail(stream, upload, most)
  // A mail is in memory while it is parsed.
  return runExclusive('reading mail to streams', () => takeApart(path, upload))
}

async function takeApart(path: string, upload: Upload): Promise<StreamMail> {
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  })
  let headers: Headers | undefined
  let body: MessageText | undefined
  const files: ReceivedFile[] = []
  let filesLeftOut = 0
  parser.on('headers', (found: Headers) => {
    headers = found
  })
  await pipeline(
    createReadStream(path),
    parser,
    async (parts: AsyncIterable<AttachmentStream | MessageText>) => {
      for await (const part of parts) {
        if (part.type !== 'attachment') {
          body = part
          continue
        }
        if (files.length < MOST_FILES) files.push(await keepFile(part, upload))
        else {
          filesLeftOut += 1
          ;(part.content as Readable).resume()
        }
        part.release()
      }
    },
  )
  const subject = headers?.get('subject') as string | undefined
  return {
    messageId: headers?.get('message-id') as string | undefined,
    from: senderOf(headers?.get('from') as AddressObject | undefined),
    topic: mailTopic(subject),
    text: mailText(body?.text, typeof body?.html === 'string' ? body.html : '', isReplySubject(subject)),
    files,
    filesLeftOut,
  }
}

function senderOf(from: AddressObject | undefined): string {
  const { name = '', address = '' } = from?.value[0] ?? {}
  const [shownName, shownAddress] = [name, address.replace('@', ' at ')].map((text) =>
    outsideName(text.slice(0, 100)),
  )
  return shownName ? `${shownName} (${shownAddress})` : shownAddress || 'an unknown sender'
}

async function keepFile({ content, filename = '' }: AttachmentStream, upload: Upload): Promise<ReceivedFile> {
  const path = upload.newPath()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(content as Readable, file)
  return { field: '', name: safeName(filename), path, size: file.bytesWritten }
}

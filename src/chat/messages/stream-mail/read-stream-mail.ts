import type { Readable } from 'node:stream'
import { keepMail } from '../../../platform/mail/keep-mail.ts'
import type { ParsedMail } from '../../../platform/parsers/parse-mail.ts'
import { parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import { outsideName } from '../sending/outside-text.ts'
import { isReplySubject, mailText, mailTopic } from './mail-text.ts'

/** More are left out, and the message says so. */
const MAX_FILES = 20

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

/** Organizations take turns at the threads that parse. */
export async function readStreamMail(
  stream: Readable,
  upload: Upload,
  realmId: number,
  most: { bytes: number; refusal: string },
): Promise<StreamMail> {
  const path = await keepMail(stream, upload, most)
  const { messageId, subject, from, text, html, files, filesLeftOut } = await parseUntrusted(
    `chat ${realmId}`,
    { format: 'mail', path, filePaths: Array.from({ length: MAX_FILES }, () => upload.newPath()) },
  )
  return {
    messageId,
    from: senderOf(from),
    topic: mailTopic(subject),
    text: mailText(text, html, isReplySubject(subject)),
    files,
    filesLeftOut,
  }
}

function senderOf(from: ParsedMail['from']): string {
  const { name = '', address = '' } = from ?? {}
  const [shownName, shownAddress] = [name, address.replace('@', ' at ')].map((text) =>
    outsideName(text.slice(0, 100)),
  )
  return shownName ? `${shownName} (${shownAddress})` : shownAddress || 'an unknown sender'
}

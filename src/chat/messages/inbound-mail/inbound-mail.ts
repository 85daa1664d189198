import type { Readable } from 'node:stream'
import { keepMail } from '../../../platform/mail/keep-mail.ts'
import { readMailHeader } from '../../../platform/parsers/mail-header.ts'
import { MailRefusal } from '../../../platform/parsers/mail-refusal.ts'
import type { ParsedMail } from '../../../platform/parsers/parse-mail.ts'
import { parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { keepUpload } from '../../files/uploads/keep-upload.ts'
import { uploadBytes } from '../../http/one-file.ts'
import type { Actor } from '../../identity/users/user.ts'
import { CONTENT_LIMIT_BYTES } from '../message-content.ts'
import { outsideName } from '../sending/outside-text.ts'

/** More are left out, and the message says so. */
const MAX_FILES = 20

const CUT = '\n*The rest was cut.*'

/** Organizations take turns at the threads that parse. */
export async function readInboundMail(
  stream: Readable,
  upload: Upload,
  realmId: number,
  most: { bytes: number; refusal: string; refusesAutomatic: boolean },
): Promise<ParsedMail> {
  const path = await keepMail(stream, upload, most)
  if (most.refusesAutomatic) await refuseAutomatic(path)
  return parseUntrusted(`chat ${realmId}`, {
    format: 'mail',
    path,
    filePaths: Array.from({ length: MAX_FILES }, () => upload.newPath()),
  })
}

/** Answers of programs (RFC 3834) and mail of lists: nobody wrote them for the conversation, and two programs could go on. */
async function refuseAutomatic(path: string): Promise<void> {
  const has = async (name: string, pattern: RegExp) =>
    (await readMailHeader(path, name)).some((value) => pattern.test(value.trim()))
  const isAutomatic =
    (await has('auto-submitted', /^(?!no\b)/i)) ||
    (await has('precedence', /^(bulk|junk|list|auto_reply)\b/i)) ||
    (await has('x-autoreply', /./)) ||
    (await has('list-id', /./))
  if (isAutomatic) throw new MailRefusal(550, '5.7.1 Automatic replies are not accepted')
}

/** Keeps the files of a mail as uploads of the actor. Returns what a message says about them. */
export async function keepMailFiles(
  chat: ChatPlatform,
  actor: Actor,
  { files, filesLeftOut }: { files: readonly ReceivedFile[]; filesLeftOut: number },
): Promise<string> {
  const lines: string[] = []
  let leftOut = filesLeftOut
  for (const file of files) {
    try {
      if (file.size > uploadBytes(chat.config)) throw new ChatError('too large')
      const { url } = await keepUpload(chat, actor, [file])
      lines.push(`[${outsideName(file.name) || 'file'}](${url})`)
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      leftOut += 1
    }
  }
  if (leftOut > 0) lines.push(`*Files that were left out: ${leftOut}*`)
  return lines.join('\n')
}

/** A message of these parts. If they are too long, the text is cut. */
export function composeMessage(head: string, text: string, end: string): string {
  const room = CONTENT_LIMIT_BYTES - Buffer.byteLength(`${head}\n\n\n\n${end}`)
  return [head, cut(text, room), end].filter((part) => part !== '').join('\n\n')
}

/** To a number of bytes, without cutting a character. */
function cut(text: string, bytes: number): string {
  const all = Buffer.from(text)
  if (all.length <= bytes) return text
  // As a stream, the decoder waits for the rest of the last character.
  return `${new TextDecoder().decode(all.subarray(0, bytes - CUT.length), { stream: true })}${CUT}`
}

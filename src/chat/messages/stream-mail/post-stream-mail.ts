import { secondsOf } from '../../../platform/clock.ts'
import { ChatError } from '../../chat-error.ts'
import { keepUpload } from '../../files/uploads/keep-upload.ts'
import { uploadBytes } from '../../http/one-file.ts'
import { findSystemBot } from '../../identity/users/user-store.ts'
import type { Stream } from '../../streams/stream.ts'
import { findStream } from '../../streams/stream-store.ts'
import { truncateTopic } from '../../streams/topic-name.ts'
import type { Messages } from '../messages.ts'
import { CONTENT_LIMIT_BYTES } from '../sending/message-content.ts'
import { outsideName, outsideText } from '../sending/outside-text.ts'
import { renderContent } from '../sending/render-content.ts'
import { findSent, insertSendKey } from '../sending/send-key-store.ts'
import { sendNotification } from '../sending/send-notification.ts'
import type { StreamMail } from './read-stream-mail.ts'

/** Posts a mail to the stream, once: a mail that is sent again because our response got lost is recognized by its id. */
export async function postStreamMail(chat: Messages, stream: Stream, mail: StreamMail): Promise<void> {
  const realm = await chat.realmsById.get(stream.realm_id)
  if (!realm || realm.deactivated) throw new ChatError('The organization has been deactivated')
  const bot = await findSystemBot(chat.database.read, realm.id)
  const key = mail.messageId && {
    realm_id: realm.id,
    user_id: bot.id,
    key: `mail ${chat.secrets.hash(`${stream.id} ${mail.messageId}`)}`,
  }
  if (key && (await findSent(chat.database.read, key)) !== undefined) return
  const links: string[] = []
  const left: string[] = []
  for (const file of mail.files) {
    const name = outsideName(file.name) || 'file'
    try {
      if (file.size > uploadBytes(chat.config)) throw new ChatError('too large')
      const { url } = await keepUpload(chat, { realm, user: bot }, [file])
      links.push(`[${name}](${url})`)
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      left.push(name)
    }
  }
  const content = composeMessage(mail, links, left)
  const rendered = await renderContent(chat, chat.database.read, { realm, user: bot }, content)
  await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    if (key && (await findSent(db, key)) !== undefined) return
    const current = await findStream(db, realm.id, stream.id)
    if (!current) throw new ChatError('The stream does not exist any more')
    const id = await sendNotification(chat, transaction, realm, {
      stream: current,
      topic: truncateTopic(mail.topic),
      content,
      rendered,
    })
    if (key) await insertSendKey(db, { ...key, message_id: id, created_at: secondsOf(chat.clock) })
  })
}

function composeMessage(mail: StreamMail, links: readonly string[], left: readonly string[]): string {
  const more = left.length + mail.filesLeftOut
  const end = [...links, ...(more > 0 ? [`*Files that were left out: ${more}*`] : [])].join('\n')
  const head = `*Mail from ${mail.from}*`
  const room = CONTENT_LIMIT_BYTES - Buffer.byteLength(`${head}\n\n\n\n${end}`)
  return [head, cut(outsideText(mail.text), room), end].filter((part) => part !== '').join('\n\n')
}

const CUT = '\n*The rest was cut.*'

/** To a number of bytes, without cutting a character. */
function cut(text: string, bytes: number): string {
  const all = Buffer.from(text)
  if (all.length <= bytes) return text
  // As a stream, the decoder waits for the rest of the last character.
  return `${new TextDecoder().decode(all.subarray(0, bytes - CUT.length), { stream: true })}${CUT}`
}

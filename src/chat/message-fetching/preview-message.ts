import type { Chat } from '../chat.ts'
import { checkContent } from '../sending/message-content.ts'
import { renderContent } from '../sending/render-content.ts'
import type { Actor } from '../users/user.ts'

/** HTML of a message that has not been sent; of nothing it is nothing. */
export async function previewMessage(chat: Chat, actor: Actor, content: string): Promise<string> {
  if (content.trim() === '') return ''
  return (await renderContent(chat, chat.database.read, actor, checkContent(content))).html
}

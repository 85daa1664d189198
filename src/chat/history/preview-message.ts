import type { Chat } from '../chat.ts'
import type { Actor } from '../identity/users/user.ts'
import { checkContent } from '../messages/sending/message-content.ts'
import { renderContent } from '../messages/sending/render-content.ts'

/** HTML of a message that has not been sent; of nothing it is nothing. */
export async function previewMessage(chat: Chat, actor: Actor, content: string): Promise<string> {
  if (content.trim() === '') return ''
  return (await renderContent(chat, chat.database.read, actor, checkContent(content))).html
}

import type { Actor } from '../identity/users/user.ts'
import type { Rendering } from '../messages/rendering.ts'
import { checkContent } from '../messages/sending/message-content.ts'
import { renderContent } from '../messages/sending/render-content.ts'

/** HTML of an unsent message; empty for empty content. */
export async function previewMessage(chat: Rendering, actor: Actor, content: string): Promise<string> {
  if (content.trim() === '') return ''
  return (await renderContent(chat, chat.database.read, actor, checkContent(content))).html
}

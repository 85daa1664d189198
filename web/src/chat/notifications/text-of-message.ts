import type { Message } from '@switchboard/client/chat'
import { t } from '../../texts/texts.ts'
import { characterOf } from '../emoji/emoji-data.ts'
import { renderedHtml } from '../rendered-html.ts'
import { widgetOf } from '../widgets/read-widget.ts'

/** What a message says in one line, for lists, notifications and screen readers: of a poll, its question. */
export function textOfMessage(
  message: Pick<Message, 'content' | 'sender_id' | 'submessages'>,
  most: number,
): string {
  const widget = widgetOf(message)
  if (widget?.type === 'poll') return shortened(questionOf(widget.question), most)
  if (widget?.type === 'todo') return shortened(widget.title || t.messages.tasks, most)
  return shortened(textOfHtml(message.content), most)
}

const questionOf = (question: string) =>
  question === '' ? t.messages.pollWithoutQuestion : t.messages.poll(question)

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** The document is never shown. */
function textOfHtml(html: string): string {
  const parsed = new DOMParser().parseFromString(renderedHtml(html).__html, 'text/html')
  for (const image of parsed.querySelectorAll('img[alt]')) {
    image.replaceWith(image.getAttribute('alt') ?? '')
  }
  for (const emoji of parsed.querySelectorAll('span.emoji')) {
    const character = characterOf(/emoji-([0-9a-f-]+)/.exec(emoji.className)?.[1] ?? '')
    if (character !== '') emoji.replaceWith(character)
  }
  return (parsed.body.textContent ?? '').replace(/\s+/g, ' ').trim()
}

import { characterOf } from '../emoji/emoji-data.ts'
import { renderedHtml } from '../rendered-html.ts'

/** The text of a rendered message, for notifications and screen readers. The document is never shown. */
export function textOfHtml(html: string, most: number): string {
  const parsed = new DOMParser().parseFromString(renderedHtml(html).__html, 'text/html')
  for (const image of parsed.querySelectorAll('img[alt]')) {
    image.replaceWith(image.getAttribute('alt') ?? '')
  }
  for (const emoji of parsed.querySelectorAll('span.emoji')) {
    const character = characterOf(/emoji-([0-9a-f-]+)/.exec(emoji.className)?.[1] ?? '')
    if (character !== '') emoji.replaceWith(character)
  }
  const text = (parsed.body.textContent ?? '').replace(/\s+/g, ' ').trim()
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

import type { Token } from 'markdown-it'

/** Fills a token of the type `emoji` with the shape that clients style as a picture. */
export function buildEmojiToken(token: Token, name: string, code: string, text: string): void {
  const title = name.replaceAll('_', ' ')
  token.attrs = [
    ['aria-label', title],
    ['class', `emoji emoji-${code}`],
    ['role', 'img'],
    ['title', title],
  ]
  token.content = text
}

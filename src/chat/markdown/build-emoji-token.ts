import type { Token } from 'markdown-it'

/** Fills an `emoji` token with the markup that clients style as a picture. */
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

/** The text that a reader of HTML sees, and the pieces of HTML that it comes from. */
export interface VisibleText {
  text: string
  pieces: readonly TextPiece[]
}

/**
 * A piece without tags. Plain text has the same length in HTML, a character reference is longer, and a break is empty.
 */
export interface TextPiece {
  /** offset in the text */
  at: number
  length: number
  /** offset in the HTML */
  start: number
  end: number
}

/** For HTML that we rendered: `<` and `>` occur only in tags. */
export function visibleText(html: string): VisibleText {
  const pieces: TextPiece[] = []
  let text = ''
  for (const { 0: piece, index: start } of html.matchAll(pieceSyntax)) {
    const shown = show(piece)
    if (shown === '') continue
    const isTag = piece.length > 1 && piece.startsWith('<')
    pieces.push({ at: text.length, length: shown.length, start, end: isTag ? start : start + piece.length })
    text += shown
  }
  return { text, pieces }
}

/** Only the text, for the index. */
export const textOfHtml = (html: string) => html.replace(pieceSyntax, show)

const pieceSyntax = /<[^<>]*>|&#?\w+;|[^<&]+|[<&]/g

function show(piece: string): string {
  if (piece.length === 1) return piece
  if (piece.startsWith('<')) return inline.test(piece) ? '' : '\n'
  return piece.startsWith('&') ? decode(piece) : piece
}

/** Inline elements do not end a word. */
const inline = /^<\/?(?:a|abbr|b|code|del|em|i|mark|s|span|strong|sub|sup|time|u)[\s>]/i

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Always one unit long. */
function decode(reference: string): string {
  const name = reference.slice(1, -1)
  if (!name.startsWith('#')) return named[name] ?? ' '
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return Number.isInteger(code) && code > 0 && code <= 0xffff ? String.fromCharCode(code) : ' '
}

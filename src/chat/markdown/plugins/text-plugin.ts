import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { buildEmojiToken } from '../build-emoji-token.ts'
import { emojiCodeOf, emojiNameByCode } from '../emoji-names.ts'
import type { Linkifier } from '../markdown-context.ts'
import { matchLinkifiers } from '../match-linkifiers.ts'
import { renderEnvOf } from '../render-env.ts'

interface UnicodeEmojiMatch {
  start: number
  end: number
  name: string
  code: string
}

function mayHoldUnicodeEmoji(text: string): boolean {
  return hint.test(text)
}

function matchUnicodeEmoji(text: string): UnicodeEmojiMatch[] {
  const found: UnicodeEmojiMatch[] = []
  for (const match of text.matchAll(sequence)) {
    const character = match[0]
    // Symbols such as © are text unless followed by an emoji selector.
    if (!pictured.test(character)) continue
    const code = emojiCodeOf(character)
    const name = emojiNameByCode.get(code)
    if (name !== undefined)
      found.push({ start: match.index, end: match.index + character.length, name, code })
  }
  return found
}

const hint = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const pictured = /\p{Emoji_Presentation}|[\ufe0f\u20e3]/u
const person = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\ufe0f)?'
const sequence = new RegExp(
  `\\p{Regional_Indicator}{2}|[0-9#*]\\ufe0f?\\u20e3|${person}(?:\\u200d${person})*[\\u{e0020}-\\u{e007f}]*`,
  'gu',
)

/** Linkifiers and Unicode emoji, which are matched in plain text after all Markdown is parsed. */
export function textPlugin(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'expand_text', expandText)
}

function expandText(state: StateCore): void {
  const { linkifiers } = renderEnvOf(state.env).context
  for (const block of state.tokens) {
    if (block.type !== 'inline' || !block.children) continue
    if (linkifiers.length === 0 && !mayHoldUnicodeEmoji(block.content)) continue
    block.children = expandChildren(state, block.children, linkifiers)
  }
}

function expandChildren(state: StateCore, children: Token[], linkifiers: readonly Linkifier[]): Token[] {
  const expanded: Token[] = []
  let linkDepth = 0
  for (const token of children) {
    if (token.type === 'link_open') linkDepth++
    if (token.type === 'link_close') linkDepth--
    if (token.type !== 'text') expanded.push(token)
    else expandLinkifiers(state, token, linkDepth > 0 ? [] : linkifiers, expanded)
  }
  return expanded
}

function expandLinkifiers(
  state: StateCore,
  token: Token,
  linkifiers: readonly Linkifier[],
  expanded: Token[],
): void {
  const text = token.content
  let end = 0
  for (const match of matchLinkifiers(text, linkifiers)) {
    expandEmoji(state, text.slice(end, match.start), token.level, expanded)
    const open = new state.Token('link_open', 'a', 1)
    open.attrs = [['href', match.url]]
    open.level = token.level
    expanded.push(open)
    expandEmoji(state, text.slice(match.start, match.end), token.level + 1, expanded)
    const close = new state.Token('link_close', 'a', -1)
    close.level = token.level
    expanded.push(close)
    end = match.end
  }
  expandEmoji(state, text.slice(end), token.level, expanded)
}

function expandEmoji(state: StateCore, text: string, level: number, expanded: Token[]): void {
  let end = 0
  if (mayHoldUnicodeEmoji(text)) {
    for (const match of matchUnicodeEmoji(text)) {
      pushText(state, text.slice(end, match.start), level, expanded)
      const token = new state.Token('emoji', 'span', 0)
      token.level = level
      buildEmojiToken(token, match.name, match.code, text.slice(match.start, match.end))
      expanded.push(token)
      end = match.end
    }
  }
  pushText(state, text.slice(end), level, expanded)
}

function pushText(state: StateCore, text: string, level: number, expanded: Token[]): void {
  if (text === '') return
  const token = new state.Token('text', '', 0)
  token.content = text
  token.level = level
  expanded.push(token)
}

import type { MarkdownIt, Options, StateBlock, StateInline } from 'markdown-it'
import createMarkdown from 'markdown-it'
import { trimBoth } from '../../platform/trim-characters.ts'
import { escapeHtml } from './escape-html.ts'
import { highlightCode } from './highlight-code.ts'
import { isSafeUrl } from './is-safe-url.ts'
import { annotationPlugin } from './plugins/annotation-plugin.ts'
import { avatarPlugin } from './plugins/avatar-plugin.ts'
import { emojiPlugin } from './plugins/emoji-plugin.ts'
import { imagePreviewPlugin } from './plugins/image-preview-plugin.ts'
import { streamLinkPlugin } from './plugins/stream-link-plugin.ts'
import { textPlugin } from './plugins/text-plugin.ts'
import { timestampPlugin } from './plugins/timestamp-plugin.ts'
import { type Fence, isContainerFence, readFence } from './read-fence.ts'
import { referenceSyntax } from './reference-syntax.ts'
import { renderEnvOf } from './render-env.ts'

const formulaKinds = new Set(['math', 'tex', 'latex'])

const userSyntax = new RegExp(referenceSyntax.user, 'y')

const groupSyntax = new RegExp(referenceSyntax.group, 'y')

const wordBefore = /[\p{L}\p{N}]/u

// A cheap pre-check: every URL contains one of these.
const linkHint = /[:@]|\.\S/

const bareHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i

const maxCells = 5000

const dollar = 0x24

const syntax = /\$\$([^$\n]+)\$\$(?!\$)/y

const maxDepth = 30

/** One parser for all messages; per-message data is passed in the `env` of each call. */
export const markdownEngine = createMarkdown({ html: false, linkify: true, breaks: true })
  // markdown-it supports this option, but its types do not.
  .set({ maxNesting: 40 } as Options)
  .disable(['html_block', 'html_inline', 'lheading', 'reference', 'replacements', 'smartquotes'])
  .use(tableLimitPlugin)
  .use(depthLimitPlugin)
  .use(fencePlugin)
  .use(linkPlugin)
  .use(mathPlugin)
  .use(mentionPlugin)
  .use(streamLinkPlugin)
  .use(avatarPlugin)
  .use(emojiPlugin)
  .use(timestampPlugin)
  .use(textPlugin)
  .use(annotationPlugin)
  .use(imagePreviewPlugin)

markdownEngine.renderer.rules.s_open = (tokens, index) => (tokens[index]!.hidden ? '' : '<del>')
markdownEngine.renderer.rules.s_close = (tokens, index) => (tokens[index]!.hidden ? '' : '</del>')

/** Below this depth everything is a paragraph. Otherwise markdown-it would drop the text. */
function depthLimitPlugin(md: MarkdownIt): void {
  md.block.ruler.before('table', 'depth_limit', parseDeepBlock)
}

function parseDeepBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < maxDepth) return false
  let line = startLine + 1
  while (line < endLine && !state.isEmpty(line) && (state.sCount[line] ?? 0) >= state.blkIndent) line++
  const content = state.getLines(startLine, line, state.blkIndent, false).trim()
  state.line = line
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  return true
}

function mathPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', parseMath)
  md.renderer.rules.math = (tokens, index) =>
    `<span class="tex-inline">${escapeHtml(tokens[index]!.content)}</span>`
}

function parseMath(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== dollar || (pos > 0 && src.charCodeAt(pos - 1) === dollar)) return false
  syntax.lastIndex = pos
  const match = syntax.exec(src)
  if (!match || syntax.lastIndex > state.posMax) return false
  if (!silent) state.push('math', 'span', 0).content = match[1] ?? ''
  state.pos += match[0].length
  return true
}

/** Rows are padded with empty cells, so a wide header with many short rows would grow quadratically. */
function tableLimitPlugin(md: MarkdownIt): void {
  const [parseTable] = md.block.ruler.getRules('')
  if (!parseTable) return
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      if (!parseTable(state, startLine, endLine, true) || countCells(state, startLine, endLine) > maxCells)
        return false
      return silent || parseTable(state, startLine, endLine, false)
    },
    { alt: ['paragraph', 'reference'] },
  )
}

function countCells(state: StateBlock, startLine: number, endLine: number): number {
  const head = state.src.slice(state.bMarks[startLine], state.eMarks[startLine])
  let line = startLine
  while (line < endLine && !state.isEmpty(line)) line++
  return head.split('|').length * (line - startLine)
}

/** Decides which URLs are linked. Images become links, as the client decides what to load. */
function linkPlugin(md: MarkdownIt): void {
  const normalize = md.normalizeLink.bind(md)
  md.normalizeLink = (url) => normalize(bareHost.test(url) ? `http://${url}` : url)
  md.validateLink = isSafeUrl
  // Most two-letter domains are also file extensions (readme.md, build.py).
  md.linkify.tlds(['com', 'org', 'net', 'edu', 'gov', 'info', 'io', 'dev', 'app'])
  md.linkify.set({ fuzzyLink: true, fuzzyEmail: true })
  md.linkify.add('ftp:', null).add('//', null)
  const findsLink = md.linkify.test.bind(md.linkify)
  md.linkify.test = (text) => linkHint.test(text) && findsLink(text)
  md.renderer.rules.image = (tokens, index) => {
    const token = tokens[index]!
    const href = escapeHtml(String(token.attrGet('src') ?? ''))
    const text = escapeHtml(token.content) || href
    return token.hidden ? text : `<a href="${href}">${text}</a>`
  }
}

/**
 * Tokens: `user_mention` and `group_mention`, with the id in `info` (`*` for everyone), the name in
 * `content`, and `markup` empty when the mention is silent.
 */
function mentionPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mention', parseMention)
  md.renderer.rules.user_mention = (tokens, index) => {
    const { info, content, markup } = tokens[index]!
    return `<span class="user-mention${markup ? '' : ' silent'}" data-user-id="${info}">${markup}${escapeHtml(content)}</span>`
  }
  md.renderer.rules.group_mention = (tokens, index) => {
    const { info, content, markup } = tokens[index]!
    return `<span class="user-group-mention${markup ? '' : ' silent'}" data-user-group-id="${info}">${markup}${escapeHtml(content)}</span>`
  }
}

function parseMention(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x40) return false
  if (pos > 0 && wordBefore.test(src.charAt(pos - 1))) return false
  const user = matchAt(userSyntax, state)
  const match = user ?? matchAt(groupSyntax, state)
  if (!match) return false
  const name = match[2] ?? ''
  const target = user ? findUser(state, name) : findGroup(state, name)
  if (!target) return false
  if (!silent) {
    const token = state.push(user ? 'user_mention' : 'group_mention', 'span', 0)
    token.info = target.id
    token.content = target.name
    token.markup = match[1] === '' ? '@' : ''
  }
  state.pos += match[0].length
  return true
}

function matchAt(syntax: RegExp, state: StateInline): RegExpExecArray | undefined {
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  return match && syntax.lastIndex <= state.posMax ? match : undefined
}

function findUser(state: StateInline, name: string): { id: string; name: string } | undefined {
  if (referenceSyntax.wildcards.has(name)) return { id: '*', name }
  const user = renderEnvOf(state.env).context.users.get(name.toLowerCase())
  return user && { id: String(user.id), name: user.fullName }
}

function findGroup(state: StateInline, name: string): { id: string; name: string } | undefined {
  const group = renderEnvOf(state.env).context.groups.get(name.toLowerCase())
  return group && { id: String(group.id), name: group.name }
}

/** Fenced code, and the fences that contain Markdown (`quote`, `spoiler`) or formulas (`math`). */
function fencePlugin(md: MarkdownIt): void {
  md.block.ruler.at('fence', parseFence, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  const { rules } = md.renderer
  rules.fence = (tokens, index, _options, env) => {
    const { info, content } = tokens[index]!
    return `${highlightCode(content, info, renderEnvOf(env).context.plainCode === true)}\n`
  }
  rules.code_block = (tokens, index) => `${highlightCode(tokens[index]!.content, '', true)}\n`
  rules.math_block = (tokens, index) => {
    // HTML parsers drop a line break after the opening tag.
    const formula = trimBoth(tokens[index]!.content, '\n')
    return `<pre class="tex-block">${escapeHtml(formula)}</pre>\n`
  }
  rules.spoiler_open = () => '<div class="spoiler-block"><div class="spoiler-header">\n'
  rules.spoiler_body = () => '</div><div class="spoiler-content" aria-hidden="true">\n'
  rules.spoiler_close = () => '</div></div>\n'
}

function parseFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const fence = readFence(state, startLine)
  if (!fence) return false
  if (silent) return true
  const { line, closed } = findFenceEnd(state, fence, startLine, endLine)
  if (isContainerFence(fence)) {
    if (fence.kind === 'spoiler') pushSpoilerHeader(state, fence.title)
    else state.push('blockquote_open', 'blockquote', 1).markup = fence.markup
    parseInside(state, startLine + 1, line)
    if (fence.kind === 'spoiler') state.push('spoiler_close', 'div', -1)
    else state.push('blockquote_close', 'blockquote', -1).markup = fence.markup
  } else {
    const token = state.push(formulaKinds.has(fence.kind) ? 'math_block' : 'fence', 'code', 0)
    token.info = fence.language
    token.content = state.getLines(startLine + 1, line, state.sCount[startLine] ?? 0, true)
  }
  state.line = closed ? line + 1 : line
  return true
}

function pushSpoilerHeader(state: StateBlock, title: string): void {
  state.push('spoiler_open', 'div', 1)
  if (title !== '') {
    state.push('paragraph_open', 'p', 1)
    const inline = state.push('inline', '', 0)
    inline.content = title
    inline.children = []
    state.push('paragraph_close', 'p', -1)
  }
  state.push('spoiler_body', 'div', 0)
}

function parseInside(state: StateBlock, firstLine: number, endLine: number): void {
  const { parentType, lineMax } = state
  state.parentType = 'blockquote'
  state.lineMax = endLine
  state.md.block.tokenize(state, firstLine, endLine)
  state.parentType = parentType
  state.lineMax = lineMax
}

/** The line that closes the fence. Fences nested in a container have their own closing lines. */
function findFenceEnd(
  state: StateBlock,
  opening: Fence,
  startLine: number,
  endLine: number,
): { line: number; closed: boolean } {
  const open = [opening]
  for (let line = startLine + 1; line < endLine; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return { line, closed: false }
    const fence = readFence(state, line)
    const innermost = open.at(-1)
    if (!fence || !innermost) continue
    if (closes(fence, innermost)) {
      open.pop()
      if (open.length === 0) return { line, closed: true }
    } else if (isContainerFence(innermost)) {
      open.push(fence)
    }
  }
  return { line: endLine, closed: false }
}

function closes(fence: Fence, opening: Fence): boolean {
  return fence.language === '' && fence.markup.startsWith(opening.markup)
}

import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { pathOfOwnSite } from '../is-safe-url.ts'
import { type RenderEnv, renderEnvOf } from '../render-env.ts'

/** The last pass over the tokens: collects mentions and links, and removes bad nesting. */
export function annotationPlugin(md: MarkdownIt): void {
  md.core.ruler.push('annotate', annotate)
}

const maxEmphasis = 20
/** Paths of files that clients can show as images. */
export const imagePath = /^[^?#]*\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i

function annotate(state: StateCore): void {
  const env = renderEnvOf(state.env)
  let quoteDepth = 0
  for (const token of state.tokens) {
    if (token.type === 'inline') annotateInline(token.children ?? [], env, quoteDepth > 0)
    else if (token.type === 'blockquote_open') quoteDepth++
    else if (token.type === 'blockquote_close') quoteDepth--
    else if (token.attrs && (token.type === 'th_open' || token.type === 'td_open')) useAlignAttribute(token)
  }
}

function annotateInline(children: Token[], env: RenderEnv, quoted: boolean): void {
  // For each open link, whether it is rendered.
  const links: boolean[] = []
  let emphasis = 0
  for (const token of children) {
    switch (token.type) {
      case 'link_open': {
        const shown = hrefOf(token) !== '' && !links.includes(true)
        links.push(shown)
        token.hidden = !shown
        if (shown) noteLink(hrefOf(token), env)
        break
      }
      case 'link_close':
        token.hidden = links.pop() !== true
        break
      case 'image':
        token.hidden = links.includes(true) || hrefOf(token) === ''
        if (!token.hidden) noteLink(hrefOf(token), env)
        env.hasImage = true
        break
      case 'stream_link':
        token.hidden = links.includes(true)
        break
      case 'em_open':
      case 'strong_open':
      case 's_open':
        token.hidden = ++emphasis > maxEmphasis
        break
      case 'em_close':
      case 'strong_close':
      case 's_close':
        token.hidden = emphasis-- > maxEmphasis
        break
      case 'user_mention':
      case 'group_mention':
        if (quoted) token.markup = ''
        else if (token.markup !== '') noteMention(token, env)
    }
  }
}

function hrefOf(token: Token): string {
  return String(token.attrGet(token.type === 'image' ? 'src' : 'href') ?? '')
}

function noteLink(href: string, env: RenderEnv): void {
  env.hasLink = true
  if (imagePath.test(href)) env.hasImage = true
  if (pathOfOwnSite(href, env.context.ownFiles).startsWith('/user_uploads/')) env.hasAttachment = true
}

function noteMention(token: Token, env: RenderEnv): void {
  if (token.type === 'group_mention') env.mentionedGroupIds.add(Number(token.info))
  else if (token.info === '*') env.mentionsEveryone = true
  else env.mentionedUserIds.add(Number(token.info))
}

// markdown-it aligns by a style attribute, which a strict content security policy blocks.
function useAlignAttribute(token: Token): void {
  const side = /left|center|right/.exec(String(token.attrGet('style')))?.[0]
  token.attrs = side === undefined ? null : [['align', side]]
}

import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { escapeHtml } from '../escape-html.ts'
import { pathOfOwnSite } from '../is-safe-url.ts'
import type { OwnFiles } from '../markdown-context.ts'
import { renderEnvOf } from '../render-env.ts'
import { thumbnailAddress } from '../thumbnail-address.ts'
import { imagePath } from './annotation-plugin.ts'

const MAX_PREVIEWS = 24

interface Preview {
  href: string
  title: string
  src: string
}

/** Shows images uploaded to the organization below the paragraph that links them. */
export function imagePreviewPlugin(md: MarkdownIt): void {
  // Runs after the annotations, which decide what is a link.
  md.core.ruler.push('image_previews', addPreviews)
  md.renderer.rules.image_previews = (tokens, index) =>
    `${(tokens[index]!.meta as Preview[]).map(draw).join('')}\n`
}

const draw = ({ href, title, src }: Preview) =>
  `<div class="message_inline_image"><a href="${escapeHtml(href)}" title="${escapeHtml(title)}">` +
  `<img src="${escapeHtml(src)}"></a></div>`

/** No previews from quotes, whose images were shown before, nor from spoilers, which hide them on purpose. */
const withoutPreviews = new Map([
  ['blockquote_open', 1],
  ['blockquote_close', -1],
  ['spoiler_open', 1],
  ['spoiler_close', -1],
])

function addPreviews(state: StateCore): void {
  const env = renderEnvOf(state.env)
  const { ownFiles } = env.context
  if (!ownFiles || !env.hasImage || !env.hasAttachment) return
  const tokens: Token[] = []
  const seen = new Set<string>()
  let found: Preview[] = []
  let closed = 0
  for (const token of state.tokens) {
    closed += withoutPreviews.get(token.type) ?? 0
    if (token.type === 'inline' && closed === 0) {
      for (const preview of previewsIn(token.children ?? [], ownFiles)) {
        if (seen.has(preview.src) || seen.size >= MAX_PREVIEWS) continue
        seen.add(preview.src)
        found.push(preview)
      }
    }
    tokens.push(token)
    if (token.level === 0 && token.nesting < 0 && found.length > 0) {
      const previews = new state.Token('image_previews', '', 0)
      previews.block = true
      previews.meta = found
      tokens.push(previews)
      found = []
    }
  }
  state.tokens = tokens
}

function previewsIn(children: readonly Token[], own: OwnFiles): Preview[] {
  const previews: Preview[] = []
  for (const [index, token] of children.entries()) {
    if (token.hidden) continue
    if (token.type === 'image') add(String(token.attrGet('src')), token.content)
    else if (token.type === 'link_open') add(String(token.attrGet('href')), textOf(children, index))
  }
  return previews

  function add(href: string, text: string): void {
    const [, path, name] = uploadPath.exec(pathOfOwnSite(href, own)) ?? []
    if (path === undefined || !imagePath.test(path) || !path.startsWith(`${own.realmId}/`)) return
    // For a bare URL, the file name at its end is a better title.
    const title = text === '' || text.includes('/user_uploads/') ? readable(name!) : text
    previews.push({ href, title, src: thumbnailAddress(path, '840x560.webp') })
  }
}

const uploadPath = /^\/user_uploads\/(\d+\/[0-9a-f]{32}\/([^/?#]+))$/

/** The text between a link's start and its end. */
function textOf(children: readonly Token[], start: number): string {
  let text = ''
  for (const token of children.slice(start + 1)) {
    if (token.type === 'link_close') break
    text += token.content
  }
  return text
}

function readable(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

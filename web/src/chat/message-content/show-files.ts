import { t } from '../../texts/texts.ts'
import { formatSize } from '../../ui/format-size.ts'

interface FileFacts {
  size: string
  type: string
}

/** By address: a file never changes. */
const known = new Map<string, Promise<FileFacts | undefined>>()

/** What a file is, without its contents. undefined: it is gone, or the reader may not see it. */
function factsOf(url: string): Promise<FileFacts | undefined> {
  const asked = known.get(url) ?? askFacts(url)
  known.set(url, asked)
  return asked
}

async function askFacts(url: string): Promise<FileFacts | undefined> {
  try {
    const response = await fetch(url, { method: 'HEAD' })
    const bytes = Number(response.headers.get('content-length'))
    const type = response.headers.get('content-type') ?? ''
    return response.ok ? { size: bytes > 0 ? formatSize(bytes) : '', type } : undefined
  } catch {
    known.delete(url)
    return undefined
  }
}

/** Shows how large an uploaded file is, how a text begins, the first page of a PDF, and plays sound and video where it is. The style has its icon. */
export async function showFile(link: HTMLAnchorElement): Promise<void> {
  const facts = await factsOf(link.href)
  if (!facts || !link.isConnected || link.dataset.size !== undefined) return
  const kind = /^(audio|video)\//.exec(facts.type)?.[1]
  link.dataset.size = facts.size
  link.dataset.file = kind ?? link.dataset.file
  // Below the paragraph: neither a player nor a text is part of a sentence.
  const place = link.closest('p') ?? link
  if (/^text\/plain\b/.test(facts.type)) return showBeginning(link, place)
  if (facts.type === 'application/pdf') return showFirstPage(link, place)
  if (!kind) return
  const player = document.createElement(kind) as HTMLMediaElement
  player.controls = true
  player.preload = 'metadata'
  player.src = link.href
  player.setAttribute('aria-label', link.textContent ?? '')
  place.after(player)
}

/** The first page of a document, which opens it. The server draws it, if it has ghostscript. */
function showFirstPage(link: HTMLAnchorElement, place: Element): void {
  const page = document.createElement('a')
  page.dataset.page = ''
  page.href = link.href
  page.target = link.target
  page.rel = link.rel
  const picture = new Image()
  picture.alt = t.messages.firstPage(link.textContent ?? '')
  picture.onerror = () => page.remove()
  picture.src = `${link.pathname.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`
  page.append(picture)
  place.after(page)
}

const PREVIEW_BYTES = 2048
const PREVIEW_LINES = 8

/** By address. */
const beginnings = new Map<string, Promise<string>>()

/** The first lines of a text, as text. */
async function showBeginning(link: HTMLAnchorElement, place: Element): Promise<void> {
  const asked = beginnings.get(link.href) ?? askBeginning(link.href)
  beginnings.set(link.href, asked)
  const text = await asked
  if (text === '' || !link.isConnected) return
  const block = document.createElement('pre')
  block.dataset.beginning = ''
  // So that the keyboard can scroll it.
  block.tabIndex = 0
  block.role = 'group'
  block.ariaLabel = link.textContent
  block.textContent = text
  place.after(block)
}

/** Reads no more than it shows. Empty: it cannot be read, or is no text. */
async function askBeginning(url: string): Promise<string> {
  try {
    const { body, ok } = await fetch(url, { headers: { range: `bytes=0-${PREVIEW_BYTES - 1}` } })
    const reader = body?.getReader()
    if (!ok || !reader) return ''
    const decoder = new TextDecoder()
    let text = ''
    let isCut = true
    while (text.length < PREVIEW_BYTES) {
      const { value, done } = await reader.read()
      if (done) {
        isCut = false
        break
      }
      text += decoder.decode(value, { stream: true })
    }
    await reader.cancel()
    if (text.includes('\0')) return ''
    const lines = text.slice(0, PREVIEW_BYTES).trimEnd().split('\n')
    const isLonger = isCut || text.length >= PREVIEW_BYTES || lines.length > PREVIEW_LINES
    return lines.slice(0, PREVIEW_LINES).join('\n') + (isLonger ? '\n…' : '')
  } catch {
    beginnings.delete(url)
    return ''
  }
}

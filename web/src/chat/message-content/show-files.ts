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

/** Shows how large an uploaded file is, and plays sound and video where it is. The style has its icon. */
export async function showFile(link: HTMLAnchorElement): Promise<void> {
  const facts = await factsOf(link.href)
  if (!facts || !link.isConnected || link.dataset.size !== undefined) return
  const kind = /^(audio|video)\//.exec(facts.type)?.[1]
  link.dataset.size = facts.size
  link.dataset.file = kind ?? link.dataset.file
  if (!kind) return
  const player = document.createElement(kind) as HTMLMediaElement
  player.controls = true
  player.preload = 'metadata'
  player.src = link.href
  player.setAttribute('aria-label', link.textContent ?? '')
  // Below the paragraph: a player is no part of a sentence.
  ;(link.closest('p') ?? link).after(player)
}

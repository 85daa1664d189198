import { useEffect, useSyncExternalStore } from 'react'
import { cappedCount } from '../ui/badge.tsx'

const SIZE = 64

let drawing = 0

let place = ''
const listeners = new Set<() => void>()

/** The page that is open, for the title of the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    place = title
    for (const listener of listeners) listener()
  }, [title])
}

let urgent: string | undefined

/** What the title says instead, such as who is calling. */
export function useUrgentTitle(text: string | undefined): void {
  useEffect(() => {
    urgent = text
    for (const listener of listeners) listener()
    return () => {
      urgent = undefined
      for (const listener of listeners) listener()
    }
  }, [text])
}

/** The title of the browser tab: the page, the organization, and how much is unread in chat and phones together. */
export function useDocumentTitle(organization: string, unread: number): void {
  const page = useSyncExternalStore(subscribe, () => place)
  const call = useSyncExternalStore(subscribe, () => urgent)
  useEffect(() => {
    if (call !== undefined) {
      document.title = call
      return
    }
    const title = page === '' ? organization : `${page} – ${organization}`
    document.title = unread === 0 ? title : `(${cappedCount(unread)}) ${title}`
  }, [page, organization, unread, call])
  useEffect(() => {
    void showFavicon(unread)
  }, [unread])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The icon of the page, with the number of unread messages in its corner. */
async function showFavicon(count: number): Promise<void> {
  drawing += 1
  const turn = drawing
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  link.dataset.plain ??= link.href
  const href = count === 0 ? link.dataset.plain : await withBadge(link.dataset.plain, count)
  // Another count came while this one was drawn.
  if (turn !== drawing || href === undefined) return
  link.type = count === 0 ? 'image/svg+xml' : 'image/png'
  link.href = href
}

async function withBadge(url: string, count: number): Promise<string | undefined> {
  const image = new Image(SIZE, SIZE)
  image.src = url
  try {
    await image.decode()
  } catch {
    return undefined
  }
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const brush = canvas.getContext('2d')
  if (!brush) return undefined
  brush.drawImage(image, 0, 0, SIZE, SIZE)
  brush.fillStyle = '#c62839'
  brush.beginPath()
  brush.arc(44, 44, 20, 0, Math.PI * 2)
  brush.fill()
  brush.fillStyle = '#ffffff'
  const text = cappedCount(count)
  brush.font = `bold ${[30, 24, 18][text.length - 1]}px sans-serif`
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.fillText(text, 44, 46)
  return canvas.toDataURL('image/png')
}

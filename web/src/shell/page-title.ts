import { useEffect, useSyncExternalStore } from 'react'
import { showFavicon } from './favicon.ts'

let place = ''
const listeners = new Set<() => void>()

/** The page that is open, for the title of the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    place = title
    for (const listener of listeners) listener()
  }, [title])
}

/** The title of the browser tab: the page, the organization, and how much is unread in chat and phones together. */
export function useDocumentTitle(organization: string, unread: number): void {
  const page = useSyncExternalStore(subscribe, () => place)
  useEffect(() => {
    const title = page === '' ? organization : `${page} – ${organization}`
    document.title = unread === 0 ? title : `(${unread}) ${title}`
  }, [page, organization, unread])
  useEffect(() => {
    void showFavicon(unread)
  }, [unread])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

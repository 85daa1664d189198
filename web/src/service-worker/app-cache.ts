/** Filled in by the build: the files that the apps start with. */
declare const SHELL: { version: string; files: string[]; entry: string }

const { version, files, entry } = SHELL
const PREFIX = 'app-'
const NAME = PREFIX + version
const PAGE = '/'

/** The addresses that the web app answers. Files, documentation and APIs are not among them. */
const appPages = /^\/(portal(\/.*)?|(join|reset-password|email_changes)\/[^/]+)?$/

/**
 * Stores the page and its files: the shell that opens without a network. They are the same for everybody. Fails while
 * servers of two versions answer, and the browser tries again later.
 */
export async function storeApp(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'omit', headers: { accept: 'text/html' } })
  const text = await page.clone().text()
  if (!page.ok || !text.includes(entry)) throw new Error('the page is of another version')
  const cache = await caches.open(NAME)
  await cache.addAll(files)
  await cache.put(PAGE, page)
}

export async function deleteOldApps(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  )
}

/** undefined: the browser asks the server, as it would without us. */
export function answerFor(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  if (pathname.startsWith('/assets/')) return fromCacheFirst(request)
  if (request.mode === 'navigate' && appPages.test(pathname)) return fromNetworkFirst(request)
  return undefined
}

/** The names of these files change with their contents, so a stored one is never outdated. */
async function fromCacheFirst(request: Request): Promise<Response> {
  const cache = await caches.open(NAME)
  const stored = await cache.match(request)
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

/** The stored page is only for times without a network. */
async function fromNetworkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const cache = await caches.open(NAME)
    const stored = await cache.match(PAGE)
    if (!stored) throw error
    return stored
  }
}

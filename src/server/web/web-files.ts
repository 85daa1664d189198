import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface WebFile {
  type: string
  etag: string
  plain: Buffer
  /** compressed by the build, where it pays off */
  br: Buffer | undefined
  gzip: Buffer | undefined
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** The files of the web app by their paths. Small enough to keep in memory; empty when it is not built. */
export function readWebFiles(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  if (!existsSync(join(folder, 'index.html'))) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const plain = readFileSync(path)
    files.set(path.slice(folder.length).replaceAll('\\', '/'), {
      type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br: readIfExists(`${path}.br`),
      gzip: readIfExists(`${path}.gz`),
    })
  }
  return files
}

const readIfExists = (path: string) => (existsSync(path) ? readFileSync(path) : undefined)

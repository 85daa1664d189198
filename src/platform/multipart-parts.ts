import { multipartBoundary } from './multipart-boundary.ts'

/**
 * Each part of a form becomes several objects, however small it is, so parts are counted before they are taken
 * apart. A form without a readable boundary has none.
 */
export function hasMorePartsThan(bytes: Buffer, contentType: string, most: number): boolean {
  const mark = multipartBoundary(contentType)
  if (mark === undefined) return false
  const line = Buffer.from(`--${mark}`)
  // The last one ends the form.
  let parts = -1
  for (let at = bytes.indexOf(line); at >= 0; at = bytes.indexOf(line, at + line.length)) {
    parts += 1
    if (parts > most) return true
  }
  return false
}

import type { IncomingHttpHeaders } from 'node:http'
import type { LinkHeaders } from '../objects/object-store.ts'
import type { ContentPlace, Contents } from './contents.ts'

/**
 * Where to send a client that may read these bytes, if their store can send them itself. Scripts in browsers are not sent
 * there: the bucket would need rules for other origins.
 */
export async function downloadLink(
  contents: Contents,
  request: { method: string; headers: IncomingHttpHeaders },
  place: ContentPlace,
  headers: LinkHeaders,
): Promise<string | undefined> {
  const mode = request.headers['sec-fetch-mode']
  if (request.method !== 'GET' || mode === 'cors' || mode === 'same-origin') return undefined
  return contents.linkTo(place, headers)
}

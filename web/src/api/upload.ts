import type { Fetch } from '@switchboard/client'
import { callChat } from './chat-api.ts'

/**
 * Sends a request with XMLHttpRequest, because fetch does not report the progress of an upload.
 * `onProgress` gets a number from 0 to 1.
 */
export function fetchWithProgress(onProgress: (part: number) => void): Fetch {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      request.responseType = 'blob'
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onerror = () => reject(new TypeError('The upload failed'))
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
      request.onload = () => resolve(responseOf(request))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return new Response(request.response, { status: request.status, headers })
}

/** What browsers can show and the server takes. */
export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'
export const PICTURE_MEBIBYTES = 5

/** `path` is that of the API: /users/me/avatar. The calls for pictures of bots, emoji and the like take the same form. */
export async function uploadPicture(
  path: string,
  file: File,
  onProgress: (part: number) => void = () => {},
): Promise<void> {
  const call = `POST ${path}` as 'POST /users/me/avatar'
  await callChat(call, { file }, { fetch: fetchWithProgress(onProgress) })
}

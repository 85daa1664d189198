import { t } from '../texts/texts.ts'
import { Unreachable } from './api-failure.ts'

export interface UploadOptions {
  headers: Record<string, string>
  method?: string
  signal?: AbortSignal
  /** from 0 to 1 */
  onProgress?: (part: number) => void
}

/** With XMLHttpRequest, because fetch does not report the progress of an upload. */
export function uploadForm(
  path: string,
  form: FormData | Blob,
  { headers, method = 'POST', signal, onProgress }: UploadOptions,
): Promise<{ status: number; headers: Headers; json: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new Unreachable(t.ui.unreachable))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    request.onload = () => {
      const given = new Headers()
      for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
        const at = line.indexOf(':')
        if (at > 0) given.append(line.slice(0, at), line.slice(at + 1).trim())
      }
      resolve({ status: request.status, headers: given, json: readJson(request.responseText) })
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

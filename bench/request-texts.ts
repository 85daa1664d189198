export interface Requests {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** asked one after the other, instead of the one of the url */
  paths?: string[]
  /** made anew for each request */
  nextBody?: () => string
  /** the same for the path and the headers: other people, other questions */
  next?: () => { path: string; headers: Record<string, string> }
}

/** Requests as they go over the wire, one at each call. */
export function requestTexts(options: Requests): () => string {
  const { pathname, search, host } = new URL(options.url)
  const paths = options.paths ?? [`${pathname}${search}`]
  let turn = 0
  return () => {
    const own = options.next?.() ?? { path: paths[turn % paths.length]!, headers: options.headers ?? {} }
    turn += 1
    const body = options.nextBody?.() ?? options.body
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const headers = Object.entries({ host, ...own.headers, ...length })
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
    return `${options.method ?? 'GET'} ${own.path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
  }
}

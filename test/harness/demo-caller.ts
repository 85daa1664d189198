// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Body = any

/** Somebody of the demo, at a server in a process of its own. */
export interface DemoCaller {
  key: string
  /** Fails unless the answer is a success. */
  call(method: string, path: string, args?: Record<string, string>): Promise<Body>
  upload(bytes: Buffer, name: string): Promise<string>
  fetch(path: string): Promise<{ status: number; bytes: Buffer }>
}

export async function demoCaller(url: string, name: string): Promise<DemoCaller> {
  const email = `${name}@example.com`
  const answer = await fetch(`${url}/api/v1/dev_fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: email }),
  })
  const { api_key: key } = (await answer.json()) as Body
  const headers = { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }
  const check = async (response: Response) => {
    const body: Body = await response.json()
    if (!response.ok) throw new Error(`${response.url}: ${JSON.stringify(body)}`)
    return body
  }
  return {
    key,
    async call(method, path, args = {}) {
      const form = new URLSearchParams(args)
      const isGet = method === 'GET'
      return check(
        await fetch(`${url}/api/v1${path}${isGet ? `?${form}` : ''}`, {
          method,
          headers,
          ...(!isGet && { body: form }),
        }),
      )
    },
    async upload(bytes, file) {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)]), file)
      return (await check(await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers, body }))).url
    },
    async fetch(path) {
      const response = await fetch(`${url}${path}`, { headers })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    },
  }
}

/** Calls of the demo's first company, by its key. */
export function acmeCaller(url: string) {
  const headers = { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' }
  const json = { ...headers, 'content-type': 'application/json' }
  return {
    async list(): Promise<Body[]> {
      return (await (await fetch(`${url}/files`, { headers })).json()) as Body[]
    },
    async addFile(bytes: Buffer): Promise<string> {
      const made = await fetch(`${url}/files`, { method: 'POST', headers: json, body: '{"name":"note"}' })
      const { id } = (await made.json()) as Body
      const put = await fetch(`${url}/files/${id}/upload`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
      if (!put.ok) throw new Error(`upload answered ${put.status}`)
      return id
    },
    async download(id: string): Promise<{ status: number; bytes: Buffer }> {
      const response = await fetch(`${url}/files/${id}/download`, { headers })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    },
    async retention(): Promise<Body> {
      return (await fetch(`${url}/company/retention`, { headers })).json()
    },
    async changeRetention(change: object): Promise<Body> {
      const body = JSON.stringify(change)
      return (await fetch(`${url}/company/retention`, { method: 'PATCH', headers: json, body })).json()
    },
  }
}

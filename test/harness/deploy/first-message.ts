// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Body = any

/** Signs in with the password, sends a message to oneself, and returns its text from the history. */
export async function firstMessage(url: string, email: string, password: string): Promise<string> {
  const call = async (path: string, init?: RequestInit): Promise<Body> => {
    const response = await fetch(`${url}/api/v1${path}`, init)
    const body: Body = await response.json()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`)
    return body
  }
  const form = (values: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(values) })
  const { api_key: key } = await call('/fetch_api_key', form({ username: email, password }))
  const headers = { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }
  const message = { type: 'private', to: email, content: 'Hello from a new place' }
  const { id } = await call('/messages', { ...form(message), headers })
  const query = new URLSearchParams({
    anchor: String(id),
    num_before: '0',
    num_after: '0',
    apply_markdown: 'false',
  })
  return (await call(`/messages?${query}`, { headers })).messages[0].content
}

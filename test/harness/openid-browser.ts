import type { ApiClient } from './api-client.ts'

/** A browser without a window, which signs in with OpenID Connect. */
export class OpenIdBrowser {
  readonly #client: ApiClient
  readonly #cookies = new Map<string, string>()

  constructor(client: ApiClient) {
    this.#client = client
  }

  /** Signs in and returns the address where it ends. */
  async signIn(args: Record<string, string> = {}, path = '/openid/sign_in'): Promise<string> {
    const url = await this.begin(args, path)
    // A refusal is a page of the server itself.
    return url.startsWith('/') ? url : this.finish(await this.visit(url))
  }

  /** Returns the address at the provider. */
  async begin(args: Record<string, string> = {}, path = '/openid/sign_in'): Promise<string> {
    return this.#open(path, args)
  }

  /** Signs in at the provider, and returns the address to which it sends the browser. */
  async visit(url: string): Promise<string> {
    const { origin } = new URL(url)
    const jar = new Map<string, string>()
    for (let next = url; ; ) {
      const response = await fetch(next, { redirect: 'manual', headers: { cookie: cookieHeader(jar) } })
      for (const cookie of response.headers.getSetCookie()) keep(jar, cookie)
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${response.status} at the provider: ${await response.text()}`)
      next = new URL(location, next).href
      if (new URL(next).origin !== origin) return next
    }
  }

  /** Opens the address to which the provider has sent the browser. */
  async finish(callback: string): Promise<string> {
    const { pathname, searchParams } = new URL(callback)
    return this.#open(pathname.replace('/api/v1', ''), Object.fromEntries(searchParams))
  }

  /** The API with the cookies of this browser. */
  get client(): ApiClient {
    return this.#client.with({ cookie: cookieHeader(this.#cookies) })
  }

  /** Another browser that has copied all cookies. */
  copy(): OpenIdBrowser {
    const other = new OpenIdBrowser(this.#client)
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value)
    return other
  }

  async #open(path: string, args: Record<string, string>): Promise<string> {
    const answer = await this.client.get(path, args)
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) keep(this.#cookies, String(cookie))
    return String(answer.headers.location)
  }
}

const cookieHeader = (jar: ReadonlyMap<string, string>) =>
  Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')

function keep(jar: Map<string, string>, cookie: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
  if (value === '' || /max-age=0|1970/i.test(cookie)) jar.delete(name!)
  else jar.set(name!, value!)
}

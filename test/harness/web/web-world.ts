import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { readConfig } from '../../../src/config/config.ts'
import { createLogger } from '../../../src/platform/logging/log.ts'
import { createServer } from '../../../src/server/http/create-server.ts'
import { stopServing } from '../../../src/server/run-server.ts'
import { choosePort } from '../../../src/server/start/choose-port.ts'
import { openProducts } from '../../../src/server/start/open-products.ts'
import type { EmbeddedPbx } from '../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { makePlace } from '../engines.ts'
import { buildWeb } from './build-web.ts'
import { expectNoComplaints, openBrowser, openWindow } from './open-browser.ts'
import { makeWebPlace, seedFullWeb, seedWeb } from './web-template.ts'

export type Person = 'ada' | 'ben' | 'cleo' | 'gus'

/** A development server with the web app as it is shipped, and a real browser. */
export interface WebWorld {
  readonly url: string
  readonly browser: Browser
  /** A window of the chat in which somebody is signed in. `at` is the end of the address; '' opens the start page. */
  openChat(person: Person, at?: string, options?: BrowserContextOptions): Promise<Page>
  /** A window of the portal with a key of a company: `path` is behind /portal. */
  openPortal(apiKey: string, path?: string, options?: PortalOptions): Promise<Page>
  /** A window with nobody signed in. */
  openStranger(path: string, options?: BrowserContextOptions): Promise<Page>
  /** A call of the chat's API by somebody's key: for what the test only needs to be there. */
  chat<Answer = Record<string, unknown>>(
    person: Person,
    call: string,
    fields?: Record<string, unknown>,
  ): Promise<Answer>
  /** The id of a stream of the demo, as links carry it. */
  streamId(name: string): Promise<number>
  /** A call of the telephony's API. */
  telephony<Answer = Record<string, unknown>>(apiKey: string, call: string, body?: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** The server of the tests' own process, whose phones a test can speak for. */
export interface OwnWebWorld extends WebWorld {
  readonly pbx: EmbeddedPbx
}

export interface PortalOptions extends BrowserContextOptions {
  userId?: string
}

/**
 * The server runs in the process of the tests: to start another takes ten times the work. `isFull`: with the week of
 * conversations and calls that `npm start` has. `isProduction`: it has the demo data, but was started without
 * `--development`.
 */
export async function startWebWorld(
  environment: Record<string, string> = {},
  { isFull = false, isProduction = false } = {},
): Promise<OwnWebWorld> {
  await buildWeb()
  const place = isFull ? await makePlace('SQLite') : await makeWebPlace(environment)
  const config = await choosePort(
    readConfig(
      { development: !isProduction },
      { DATA_DIR: place.dataDir, PORT: '0', LOG_LEVEL: 'error', ...environment },
    ),
  )
  const log = createLogger(config.logLevel)
  const products = await openProducts(config, log)
  const app = createServer(products, log)
  await (isFull ? seedFullWeb : seedWeb)(products)
  await app.listen({ host: config.host, port: config.port })
  const world = await openWebWorld(`http://127.0.0.1:${config.port}`, async () => {
    await stopServing(app, products)
    await products.stop()
    await place.remove()
  })
  return { ...world, pbx: products.telephony.pbx as EmbeddedPbx }
}

/** A browser for a server that listens at `url`; `stop` ends both. */
export async function openWebWorld(url: string, stopServer: () => Promise<unknown>): Promise<WebWorld> {
  const browser = await openBrowser()
  const windows: Page[] = []
  const keys = new Map<Person, string>()

  async function open(options?: BrowserContextOptions): Promise<Page> {
    const page = await openWindow(browser, { baseURL: url, ...options })
    windows.push(page)
    return page
  }
  async function keyOf(person: Person): Promise<string> {
    const known = keys.get(person)
    if (known !== undefined) return known
    const username = `${person}@example.com`
    const answer = await post(`${url}/api/v1/dev_fetch_api_key`, { username })
    keys.set(person, String(answer.api_key))
    return String(answer.api_key)
  }
  async function chat<Answer>(person: Person, call: string, fields: Record<string, unknown> = {}) {
    const authorization = `Basic ${btoa(`${person}@example.com:${await keyOf(person)}`)}`
    const [method, path] = call.split(' ') as [string, string]
    return (await ask(`${url}/api/v1${path}`, method, formOf(fields), { authorization })) as Answer
  }
  return {
    url,
    browser,
    async openChat(person, at = '#all', options = {}) {
      const page = await open(options)
      await page.request.post('/api/v1/dev_sessions', {
        form: { username: `${person}@example.com` },
        headers: { origin: options.baseURL ?? url },
      })
      await page.goto(`/${at}`)
      return page
    },
    async openPortal(apiKey, path = '', { userId = 'primary', ...options } = {}) {
      const page = await open(options)
      const caller = JSON.stringify(JSON.stringify({ apiKey, userId }))
      await page.addInitScript(`sessionStorage.setItem('switchboard-portal', ${caller})`)
      await page.goto(`/portal/${path}`)
      return page
    },
    async openStranger(path, options) {
      const page = await open(options)
      await page.goto(path)
      return page
    },
    chat,
    async streamId(name) {
      const answer = await chat<{ stream_id: number }>('ada', 'GET /get_stream_id', { stream: name })
      return answer.stream_id
    },
    async telephony<Answer>(apiKey: string, call: string, body?: unknown) {
      const [method, path] = call.split(' ') as [string, string]
      const headers = { authorization: `Bearer ${apiKey}`, 'x-user-id': 'primary' }
      return (await ask(
        url + path,
        method,
        body === undefined ? undefined : JSON.stringify(body),
        body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      )) as Answer
    },
    async stop() {
      try {
        for (const page of windows) if (!page.isClosed()) expectNoComplaints(page)
      } finally {
        for (const page of windows) await page.context().close()
        await stopServer()
      }
    },
  }
}

async function ask(
  url: string,
  method: string,
  body: URLSearchParams | string | undefined,
  headers: Record<string, string>,
): Promise<unknown> {
  const isGet = method === 'GET'
  const response = await fetch(isGet && body instanceof URLSearchParams ? `${url}?${body}` : url, {
    method,
    headers,
    ...(!isGet && body !== undefined && { body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

const post = (url: string, fields: Record<string, unknown>) =>
  ask(url, 'POST', formOf(fields), {}) as Promise<Record<string, unknown>>

function formOf(fields: Record<string, unknown>): URLSearchParams {
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new URLSearchParams(entries)
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import type { Place } from './engines.ts'
import { type RunningSwitchboard, startSwitchboard } from './run-switchboard.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
type Answer = { status: number; body: any; cookies: string[] }

/** A server on the data of a test, with the demo people and companies. */
export interface SecretHolder {
  server: RunningSwitchboard
  /** As Ada, unless other headers are given. */
  chat(method: string, path: string, form?: Record<string, string>, headers?: object): Promise<Answer>
  /** As the owner of Acme, unless another key is given. */
  phones(method: string, path: string, body?: object, key?: string): Promise<Answer>
  stop(): Promise<void>
}

export async function startSecretHolder(
  place: Place,
  adaKey: string | undefined,
  environment: Record<string, string> = {},
  args: string[] = ['--development'],
): Promise<SecretHolder> {
  const server = await startSwitchboard(args, {
    place,
    environment: { LOG_LEVEL: 'error', ...environment },
  })
  const ask = async (method: string, path: string, headers: object, body?: URLSearchParams | string) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!),
    }
  }
  const basic = (key: string) => ({
    authorization: `Basic ${Buffer.from(`ada@example.com:${key}`).toString('base64')}`,
  })
  return {
    server,
    chat: (method, path, form, headers = adaKey === undefined ? {} : basic(adaKey)) =>
      ask(method, `/api/v1${path}`, headers, form && new URLSearchParams(form)),
    phones: (method, path, body, key = 'dev-acme-key') =>
      ask(
        method,
        path,
        { authorization: `Bearer ${key}`, 'x-user-id': 'primary' },
        body && JSON.stringify(body),
      ),
    stop: async () => void (await server.stop()),
  }
}

/** Tokens of invitations to the telephony that were mailed to this address, in the order of sending. */
export async function mailedTokens(place: Place, to: string): Promise<string[]> {
  const folder = join(place.dataDir, 'mails')
  const tokens: string[] = []
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.eml')) continue
    const { text = '', headerLines } = await simpleParser(readFileSync(join(folder, name)))
    const isTo = headerLines.some(({ key, line }) => key === 'to' && line.includes(to))
    const token = /portal\/invitation\/(\S+)/.exec(text)?.[1]
    if (isTo && token) tokens.push(token)
  }
  return tokens
}

import type { CustomFetch } from 'openid-client'
import { sendRequest } from './send-request.ts'

const MAX_BYTES = 1_048_576
const TIMEOUT_MS = 5_000

/** For providers that administrators choose: the rules of webhooks, as a `fetch`. */
export const fetchOutside =
  (toPrivateNetworks: boolean): CustomFetch =>
  async (url, { method, headers, body }) => {
    const response = await sendRequest(url, {
      method,
      headers,
      body: body == null ? undefined : Buffer.from(await new Response(body as BodyInit).arrayBuffer()),
      toPrivateNetworks,
      keptBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    }).catch((error: Error) => {
      // As `fetch` fails.
      throw new TypeError('fetch failed', { cause: { code: error.message } })
    })
    if (!response.isComplete)
      throw new TypeError('fetch failed', { cause: { code: 'the response is too long' } })
    const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const isBodiless = response.status === 204 || response.status === 304
    return new Response(isBodiless ? null : (response.body as BodyInit), {
      status: response.status,
      headers: pairs,
    })
  }

import { sendRequest } from './send-request.ts'

/** The outcome of a request. Without a status there was no response, and `error` says why. */
export interface Outcome {
  status: number | null
  /** the start of the response body */
  body: string
  error: string
}

export interface PostOptions {
  toPrivateNetworks: boolean
  /** how much of the response to keep */
  keptBytes: number
}

export async function postWebhook(
  url: string,
  body: string | Buffer,
  headers: Record<string, string>,
  options: PostOptions,
): Promise<Outcome> {
  try {
    const response = await sendRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      ...options,
    })
    // PostgreSQL cannot store null characters in text.
    const text = response.body.toString('utf8').replaceAll('\0', '')
    return { status: response.status, body: text, error: '' }
  } catch (error) {
    return { status: null, body: '', error: messageOf(error as NodeJS.ErrnoException) }
  }
}

const messageOf = ({ message, code }: NodeJS.ErrnoException) => message || code || 'the request failed'

import { createHash } from 'node:crypto'
import { sendRequest } from './send-request.ts'

const MAX_BYTES = 65_536

export interface BigBlueButtonSettings {
  /** ends with `/api/` */
  readonly api: string
  readonly secret: string
}

/** The address of a call, with the checksum that proves the secret. */
export function bigBlueButtonUrl(
  { api, secret }: BigBlueButtonSettings,
  call: 'create' | 'join',
  parameters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(parameters).toString()
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
  return `${api}${call}?${query}&checksum=${checksum}`
}

/** Creates a meeting, or finds that it exists. Throws if the server does not do it. */
export async function createBigBlueButtonMeeting(
  settings: BigBlueButtonSettings,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { status, body } = await sendRequest(bigBlueButtonUrl(settings, 'create', parameters), {
    method: 'GET',
    headers: {},
    body: undefined,
    // The operator has named the server, which is often in the same network.
    toPrivateNetworks: true,
    keptBytes: MAX_BYTES,
  })
  const text = body.toString('utf8')
  if (status === 200 && text.includes('<returncode>SUCCESS</returncode>')) return
  const key = /<messageKey>(\w{1,60})<\/messageKey>/.exec(text)?.[1]
  throw new Error(`BigBlueButton answered ${status}${key === undefined ? '' : ` ${key}`}`)
}

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BigBlueButtonServer {
  /** for BIG_BLUE_BUTTON_URL */
  url: string
  /** the arguments of every call to `create` that it accepted */
  created: Record<string, string>[]
  isDown: boolean
  /** Whether the server would let somebody in at this address, and as what. */
  enter(address: string): Record<string, string> | undefined
  stop(): Promise<void>
}

/** The part of the public API of BigBlueButton that the server uses: `create` over HTTP, and addresses of `join`. */
export async function startBigBlueButton(secret: string): Promise<BigBlueButtonServer> {
  const created: Record<string, string>[] = []
  /** The arguments of a call, if the checksum is that of the call, the query as sent, and the secret. */
  function accepted(address: string, call: string): Record<string, string> | undefined {
    const { pathname, search } = new URL(address, 'http://localhost')
    const [, query = '', checksum] = /^\?(.*)&checksum=([0-9a-f]{64})$/.exec(search) ?? []
    const expected = createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
    if (pathname !== `/bigbluebutton/api/${call}` || checksum !== expected) return undefined
    return Object.fromEntries(new URLSearchParams(query))
  }
  const service = {
    url: '',
    created,
    isDown: false,
    enter(address: string) {
      const given = accepted(address, 'join')
      return created.some(({ meetingID }) => meetingID === given?.meetingID) ? given : undefined
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
  const server = createServer((request, response) => {
    const given = accepted(request.url ?? '', 'create')
    response.setHeader('content-type', 'text/xml')
    if (service.isDown) response.statusCode = 503
    if (!given || service.isDown) {
      response.end(
        '<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey></response>',
      )
      return
    }
    created.push(given)
    response.end(
      `<response><returncode>SUCCESS</returncode><meetingID>${given.meetingID}</meetingID></response>`,
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bigbluebutton`
  return service
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ACME_KEY,
  createDemoCompanies,
  GLOBEX_KEY,
} from '../../../../src/telephony/demo/create-demo-companies.ts'
import { engines } from '../../../harness/engines.ts'
import { openTestServer, type TestServer } from '../../../harness/open-test-server.ts'
import { SocketClient } from '../../../harness/socket-client.ts'

describe.each(engines)('sockets of one key on %s', (engine) => {
  let server: TestServer
  let url: string
  const clients: SocketClient[] = []
  beforeAll(async () => {
    server = await openTestServer(engine, { PUBLIC_URL: 'http://phones.example.com' }, { socketsPerKey: 3 })
    await createDemoCompanies(server.products.telephony)
    url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    await server.stop()
  })

  const open = async (token: string) => {
    const client = await SocketClient.open(url, { token })
    clients.push(client)
    return client
  }

  it('one more than the limit gets the reason and is disconnected; the others stay, and one that goes makes room', async () => {
    const [first] = [await open(ACME_KEY), await open(ACME_KEY), await open(ACME_KEY)]
    const surplus = await open(ACME_KEY)
    expect(surplus.heard).toMatchObject([
      { name: 'exception', payload: { status: 429, detail: 'This API key has 3 sockets open already' } },
    ])
    await surplus.until(() => surplus.disconnected !== undefined, 'the end')
    expect((await open(GLOBEX_KEY)).heard[0]!.name).toBe('authenticated')
    first!.socket.disconnect()
    await expect.poll(async () => (await open(ACME_KEY)).heard[0]!.name).toBe('authenticated')
  })
})

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { type Balancer, balancers, startBalancer } from '../harness/deploy/start-balancer.ts'
import { freePort } from '../harness/free-port.ts'

const token = 'Zt'.repeat(21).padEnd(43, '_')
const links = ['join', 'reset-password', 'email_changes', 'portal/invitation', 'invitations', 'files/shared']
const calls = ['invites/accept', 'password_reset', 'email_changes'].map((call) => `api/v1/${call}`)

const claimed = {
  'x-request-id': 'chosen-by-the-client',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'of=client',
  'x-forwarded-host': 'other.example.com',
  forwarded: 'for=192.0.2.1',
}

describe.each(balancers)('the logs of %s', (name) => {
  const canRun = isInstalled(name)
  let node: Server
  let balancer: Balancer
  let port: number
  let received: IncomingHttpHeaders = {}
  beforeAll(async () => {
    if (!canRun) return
    port = await freePort()
    // Every POST breaks off, as if the node had died.
    node = createServer((request, response) => {
      if (request.url !== '/health') received = request.headers
      return request.method === 'POST' ? request.socket.destroy() : response.end('{}')
    })
    await new Promise<void>((done) => node.listen(port, '127.0.0.1', done))
    balancer = await startBalancer(name, [port, port, port])
  })
  afterAll(async () => {
    await balancer?.stop()
    node?.close()
  })

  // Before one that breaks all nodes.
  it.skipIf(!canRun)('name requests themselves: what clients claim does not reach the nodes', async () => {
    expect((await fetch(`${balancer.url}/api/v1/messages/18`, { headers: claimed })).status).toBe(200)
    expect(received['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/)
    for (const [header, value] of Object.entries(claimed)) expect(received[header]).not.toBe(value)
  })

  it.skipIf(!canRun)(
    'have neither tokens of links nor keys of webhooks, also when a node fails',
    async () => {
      const secret = 'S'.repeat(32)
      const paths = [...links, ...calls].map((path) => `/${path}/${token}`)
      paths.push(
        `/api/v1/external/github?api_key=${secret}`,
        `/user_uploads/temporary/${token}.1.${token}/a.png`,
      )
      const askAll = async (method: string) => {
        for (const path of paths) await fetch(`${balancer.url}${path}`, { method }).catch(() => undefined)
      }
      await askAll('GET')
      await fetch(`${balancer.url}/api/v1/messages/17?anchor=newest`)
      await expect.poll(() => balancer.said()).toContain('/api/v1/messages/17 200')
      await askAll('POST')
      await expect.poll(() => balancer.said()).toMatch(/POST \S*\/user_uploads\/temporary\/\.\.\. 50/)
      expect(balancer.said()).toContain('/join/... 200')
      expect(balancer.said()).not.toContain(token)
      expect(balancer.said()).not.toContain(secret)
    },
  )
})

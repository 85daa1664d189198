import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withLdap } from './ldap-client.ts'

const GROUP = 'cn=everybody,dc=example'
const parts: Record<string, string[]> = {
  'member;range=0-1': ['cn=1', 'cn=2'],
  'member;range=2-3': ['cn=3', 'cn=4'],
  'member;range=4-*': ['cn=5'],
}

const ber = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 255]), body])
}
const text = (value: string) => ber(0x04, Buffer.from(value))
const success = Buffer.concat([ber(0x0a, Buffer.from([0])), text(''), text('')])

/** A directory that gives two values at a time, as Active Directory does with 1,500. */
function respond(socket: Socket, request: Buffer): void {
  const start = request[1]! < 0x80 ? 2 : 2 + (request[1]! & 127)
  const id = request.subarray(start, start + 2 + request[start + 1]!)
  const send = (tag: number, ...content: Buffer[]) => socket.write(ber(0x30, id, ber(tag, ...content)))
  const operation = request[start + id.length]
  if (operation === 0x60) send(0x61, success)
  if (operation !== 0x63) return
  const from = /member;range=(\d)-/.exec(request.toString('latin1'))?.[1] ?? '0'
  const [name, values] = Object.entries(parts).find(([one]) => one.includes(`=${from}-`))!
  send(0x64, text(GROUP), ber(0x30, ber(0x30, text(name), ber(0x31, ...values.map(text)))))
  send(0x65, success)
}

let server: Server
beforeAll(async () => {
  server = createServer((socket) => socket.on('data', (request) => respond(socket, request)))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => server.close())

it('attributes that come in parts are read whole', async () => {
  const { port } = server.address() as { port: number }
  const url = `ldap://127.0.0.1:${port}`
  const connection = {
    url,
    startTls: false,
    ca: '',
    bindDn: 'cn=admin',
    password: 'secret',
    onlyPublic: false,
  }
  const search = { base: 'dc=example', filter: '(cn=*)', attributes: ['member'], limit: 10 }
  const [group] = await withLdap(connection, (client) => client.search(search))
  expect(group).toEqual({
    dn: GROUP,
    values: new Map([['member', ['cn=1', 'cn=2', 'cn=3', 'cn=4', 'cn=5']]]),
  })
})

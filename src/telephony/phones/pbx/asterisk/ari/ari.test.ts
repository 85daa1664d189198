import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ari, createAri } from './ari.ts'

describe('requests to Asterisk', () => {
  let server: Server
  let ari: Ari
  beforeEach(async () => {
    // Longer in all than a request may take, with shorter pauses.
    server = createServer(async (request, response) => {
      for (let part = 0; part < 7; part += 1) {
        response.write('1')
        await pause(request.url!.endsWith('silent') ? 6000 : 900)
      }
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ari = createAri(`http://user:password@127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterEach(() => {
    ari.close()
    server.closeAllConnections()
    server.close()
  })

  it('a large recording may take longer than other answers', async () => {
    const [recording, answer] = await Promise.allSettled([
      ari.read('recordings/stored/large/file'),
      ari.call('GET', 'channels'),
    ])
    expect(recording).toEqual({ status: 'fulfilled', value: Buffer.from('1111111') })
    expect(answer.status).toBe('rejected')
  })

  it('but not if nothing comes for a while', async () => {
    await expect(ari.read('recordings/stored/silent')).rejects.toThrow('Asterisk does not respond.')
  })
})

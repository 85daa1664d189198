import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf } from '../../harness/kamailio/kamailio-driver.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { sendSip } from '../../harness/kamailio/send-sip.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { onKamailioDatabase } from '../../harness/kamailio/subscriber-rows.ts'

const missing = missingPrograms('kamailio')

describe.skipIf(missing)(`what strangers send to Kamailio${missing}`, () => {
  let kamailio: RunningKamailio
  const send = async (method: string, from: string, to = from, headers: string[] = []) =>
    (await sendSip(kamailio.sipPort, { method, from, to, headers })).status
  beforeAll(async () => {
    kamailio = await startKamailio('SQLite')
  })
  afterAll(async () => {
    await kamailio?.stop()
  })

  it('answers to whoever asks whether it is there', async () => {
    expect(await send('OPTIONS', '1001@a.test')).toBe(200)
  })

  it('asks for a secret, whoever somebody claims to be', async () => {
    expect(await send('REGISTER', '1001@a.test')).toBe(401)
    expect(await send('INVITE', '1001@a.test', '1002@a.test')).toBe(407)
    expect(await send('MESSAGE', '1001@a.test', '1002@a.test')).toBe(407)
    expect(await send('SUBSCRIBE', '1001@a.test', '1002@a.test')).toBe(407)
  })

  it('takes only names that an extension can have', async () => {
    for (const from of ['alice@a.test', "1'1@a.test", '1%221@a.test', '1234567890123456@a.test', '1@[::1]']) {
      expect([from, await send('REGISTER', from)]).toEqual([from, 403])
    }
  })

  it('asks anew when the answer to the challenge is of no use', async () => {
    const start = 'username="1001", realm="a.test"'
    const made = `${start}, nonce="made-up", uri="sip:a.test", response="${'0'.repeat(32)}"`
    const other = made.replace('1001', 'alice').replace('a.test', 'b.test')
    for (const digest of ['realm="a.test"', start, made, other, '']) {
      const headers = [`Authorization: Digest ${digest}`]
      expect([digest, await send('REGISTER', '1001@a.test', undefined, headers)]).toEqual([digest, 401])
    }
  })

  it('takes the answer to a challenge only from the address that got it', async () => {
    const { ha1 } = accountOf(1001, 'a.test', 'right')
    await onKamailioDatabase(
      kamailio.databaseUrl,
      `insert into subscriber (username, domain, ha1) values ('1001', 'a.test', '${ha1}')`,
    )
    const register = (source: string, headers: string[] = []) =>
      sendSip(kamailio.sipPort, {
        method: 'REGISTER',
        from: '1001@a.test',
        to: '1001@a.test',
        source,
        headers,
      })
    const nonce = /nonce="([^"]+)"/.exec((await register('127.0.0.1')).text)![1]!
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const response = md5(`${ha1}:${nonce}:00000001:any:auth:${md5('REGISTER:sip:a.test')}`)
    const parts = `username="1001", realm="a.test", nonce="${nonce}", uri="sip:a.test", response="${response}"`
    const headers = [`Authorization: Digest ${parts}, qop=auth, nc=00000001, cnonce="any"`]
    expect((await register('127.0.0.2', headers)).status).toBe(401)
    expect((await register('127.0.0.1', headers)).status).toBe(200)
  })

  it('takes commands only from the address of management, and only at their port', async () => {
    const command = (url: string, localAddress: string) =>
      new Promise<number>((done, failed) => {
        const question = request(url, { method: 'POST', localAddress, agent: false }, (response) => {
          response.resume()
          done(response.statusCode!)
        })
        question.once('error', failed)
        question.end(JSON.stringify({ jsonrpc: '2.0', method: 'core.uptime', id: 1 }))
      })
    expect(await command(kamailio.rpcUrl, '127.0.0.1')).toBe(200)
    expect(await command(kamailio.rpcUrl, '127.0.0.2')).toBe(403)
    expect(await command(`http://127.0.0.1:${kamailio.sipPort}/RPC`, '127.0.0.1')).toBe(403)
    expect(await command(kamailio.rpcUrl.replace('/RPC', '/other'), '127.0.0.1')).toBe(404)
  })

  it('gives events only to the address of management', async () => {
    const listen = (localAddress: string) =>
      new Promise<string>((done, failed) => {
        const [host, port] = kamailio.eventsAddress.split(':') as [string, string]
        const socket = connect({ host, port: Number(port), localAddress })
        socket.once('data', (piece) => {
          done(piece.toString('utf8'))
          socket.destroy()
        })
        socket.once('close', () => done('closed'))
        socket.once('error', failed)
      })
    expect(await listen('127.0.0.1')).toBe('19:{"event":"welcome"},')
    expect(await listen('127.0.0.2')).toBe('closed')
  })
})

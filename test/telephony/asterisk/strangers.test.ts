import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIP_REALM as REALM } from '../../../src/telephony/phones/pbx/pbx.ts'
import { accountOf, type Driver, startDriver } from '../../harness/asterisk/asterisk-driver.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sendSip } from '../../harness/sip/send-sip.ts'
import { sippInvite, sippMessage } from '../../harness/sip/sipp-invite.ts'

const missing = missingPrograms('asterisk', 'sipp')

describe.skipIf(missing)(`what strangers send to Asterisk${missing}`, () => {
  let asterisk: RunningAsterisk
  let driver: Driver
  const send = async (method: string, from: string, to = from, headers: string[] = []) =>
    (await sendSip(asterisk.sipPort, { method, from, to, headers })).status
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    driver = await startDriver(asterisk)
    await driver.pbx.put(accountOf(1001, 'a.test', 'right'))
    await driver.pbx.put(accountOf(2001, 'b.test', 'stranger'))
  })
  afterAll(async () => {
    await driver?.pbx.stop()
    await asterisk?.stop()
  })

  it.each(['REGISTER', 'INVITE', 'MESSAGE', 'SUBSCRIBE', 'PUBLISH', 'REFER', 'INFO', 'OPTIONS'])(
    '%s is challenged, whatever name the sender claims',
    async (method) => {
      for (const from of [
        '1001@a.test',
        '1002@a.test',
        'alice@a.test',
        "1'1@a.test",
        '1%221@a.test',
        '1@[::1]',
      ]) {
        expect([from, await send(method, from, '1001@a.test')]).toEqual([from, 401])
      }
    },
  )

  it('a text from a phone (SIP MESSAGE) is refused, and leaves no channel', async () => {
    const phone = { sipPort: asterisk.sipPort, number: 1001, domain: 'a.test', secret: 'right' }
    for (const to of ['1001@a.test', '1002@a.test', '2001@b.test']) {
      expect(await sippMessage({ ...phone, to })).toBe(501)
    }
    const response = await fetch(new URL('/ari/channels', asterisk.url.replace(/\/\/.*@/, '//')), {
      headers: { authorization: `Basic ${btoa(asterisk.url.split('/')[2]!.split('@')[0]!)}` },
    })
    expect(await response.json()).toEqual([])
  })

  it('a useless response to a challenge is challenged again', async () => {
    const start = `username="1001", realm="${REALM}"`
    const made = `${start}, nonce="made-up", uri="sip:a.test", response="${'0'.repeat(32)}"`
    const other = made.replace('1001', 'alice').replace(REALM, 'b.test')
    for (const digest of [`realm="${REALM}"`, start, made, other]) {
      const headers = [`Authorization: Digest ${digest}`]
      const status = await send('REGISTER', '1001@a.test', undefined, headers)
      expect([digest, status]).toEqual([digest, expect.toBeOneOf([400, 401])])
    }
  })

  it('the response to a challenge is accepted only from the address that got it', async () => {
    const { ha1 } = accountOf(1001, 'a.test', 'right')
    const register = (source: string, headers: string[] = []) =>
      sendSip(asterisk.sipPort, {
        method: 'REGISTER',
        from: '1001@a.test',
        to: '1001@a.test',
        source,
        headers,
      })
    const { text } = await register('127.0.0.1')
    const nonce = /nonce="([^"]+)"/.exec(text)![1]!
    const opaque = /opaque="([^"]+)"/.exec(text)![1]!
    const md5 = (value: string) => createHash('md5').update(value).digest('hex')
    const response = md5(`${ha1}:${nonce}:00000001:any:auth:${md5('REGISTER:sip:a.test')}`)
    const parts = `username="1001", realm="${REALM}", nonce="${nonce}", uri="sip:a.test", response="${response}"`
    const headers = [
      `Authorization: Digest ${parts}, opaque="${opaque}", algorithm=MD5, qop=auth, nc=00000001, cnonce="any"`,
    ]
    expect((await register('127.0.0.2', headers)).status).toBe(401)
    expect((await register('127.0.0.1', headers)).status).toBe(200)
  })

  it('nobody calls without a secret, under another name, or into a call that does not exist', async () => {
    const call = (number: number, domain: string, secret: string, to: string, more = {}) =>
      sippInvite({ sipPort: asterisk.sipPort, number, domain, secret, to, ...more })
    expect(await call(2001, 'b.test', 'wrong', '1001@b.test')).toBe(401)
    expect(await call(2002, 'b.test', 'stranger', '2001@b.test', { user: '2001' })).toBe(401)
    // A domain in the address is not looked at: the number is looked up in the caller's company.
    expect(await call(2001, 'b.test', 'stranger', '1001@a.test')).toBe(404)
    // As if the call had begun long ago, with a route of one's own.
    const route = `<sip:127.0.0.1:${asterisk.sipPort};lr>`
    expect(await call(2001, 'b.test', 'stranger', '1001@a.test', { toTag: 'made-up', route })).toBe(481)
  })

  it('ARI answers nobody without its password, neither requests nor for events', async () => {
    const base = new URL(asterisk.url)
    const status = async (path: string, authorization?: string) =>
      (await fetch(`http://${base.host}${path}`, { headers: authorization ? { authorization } : {} })).status
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const paths = ['/ari/channels', '/ari/endpoints', '/ari/asterisk/info', '/ari/events?app=switchboard']
    for (const path of paths) {
      expect([path, await status(path)]).toEqual([path, 401])
      expect([path, await status(path, basic('switchboard:wrong'))]).toEqual([path, 401])
    }
    expect(await status('/ari/channels', basic(`${base.username}:${base.password}`))).toBe(200)
    // The manager does nothing without a login, and nothing else is served.
    const manager = await fetch(`http://${base.host}/rawman?action=CoreStatus`)
    expect(await manager.text()).toContain('Response: Error')
    for (const path of ['/', '/httpstatus', '/static/index.html', '/metrics']) {
      expect([path, await status(path)]).toEqual([path, 404])
    }
  })
})

import type { SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { freePort } from '../../harness/free-port.ts'
import { mailResponse } from '../../harness/mail-response.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath } from '../files/file-requests.ts'

describe.each(engines)('Mail to a stream on %s', (engine) => {
  let world: World
  let port: number
  let address: string
  beforeAll(async () => {
    port = await freePort()
    world = await startWorld(engine, { STREAM_MAIL_PORT: String(port) })
    address = await addressOf('test')
    const isOpen = async () => expect(await mail({ subject: 'Ready?', text: 'ready' })).toMatch(/^250/)
    await vi.waitFor(isOpen, { timeout: 20_000, interval: 50 })
  })
  afterAll(() => world.stop())

  const idOf = async (name: string) =>
    (await world.ada.get('/get_stream_id', { stream: name })).body.stream_id
  const addressOf = async (name: string) =>
    (await world.ada.get(`/streams/${await idOf(name)}/email_address`)).body.email as string
  const mail = (options: SendMailOptions) =>
    mailResponse({ port }, { from: 'Ann Lee <ann@outside.example>', to: address, ...options })
  const posted = async (options: SendMailOptions) => {
    const watching = await watch(world.ben, ['message'], { apply_markdown: false })
    const response = await mail(options)
    return { response, messages: (await watching.news()).map((event) => event.message) }
  }

  it('becomes a message of the bot: the subject is the topic', async () => {
    const { response, messages } = await posted({ subject: 'Roof', text: 'It leaks.\n-- \nAnn' })
    expect(response).toMatch(/^250/)
    expect(messages).toMatchObject([
      {
        display_recipient: 'test',
        subject: 'Roof',
        sender_full_name: 'Notification Bot',
        content: '*Mail from Ann Lee (ann at outside.example)*\n\nIt leaks.',
      },
    ])
  })

  it('a reply goes to the same topic, without what it quotes', async () => {
    const text = 'Still.\n\nOn Monday, Ben wrote:\n> Does it?\n'
    const { messages } = await posted({ subject: 'AW: Re: Roof', text })
    expect(messages[0]).toMatchObject({ subject: 'Roof' })
    expect(messages[0].content).toMatch(/\n\nStill\.$/)
  })

  it('mail without text or subject, in HTML only, and of any length', async () => {
    const { messages: none } = await posted({ subject: '', text: '' })
    expect(none[0].subject).toBe('(no topic)')
    const { messages: html } = await posted({ subject: 'x'.repeat(300), html: '<p>Hello <b>there</b></p>' })
    expect(html[0].content).toMatch(/Hello there$/)
    expect(html[0].subject).toHaveLength(60)
    const { response, messages: long } = await posted({ subject: 'long', text: 'ä'.repeat(50_000) })
    expect(response).toMatch(/^250/)
    expect(long[0].content).toMatch(/The rest was cut/)
    expect(long[0].content).not.toContain('\ufffd')
    expect(Buffer.byteLength(long[0].content)).toBeLessThanOrEqual(10_000)
  })

  it('its files are files of the message', async () => {
    const attachments = [{ filename: 'no[te].txt', content: 'dry' }]
    const { messages } = await posted({ subject: 'Files', text: 'See:', attachments })
    const [, url] = /\[note\.txt\]\((\/user_uploads\/[^)]+)\)/.exec(messages[0].content)!
    expect((await fetchPath(world, world.ben, url!)).bytes.toString()).toBe('dry')
    expect((await fetchPath(world, world.gus, url!)).status).toBe(404)
  })

  it('a mail mentions nobody, whatever it contains', async () => {
    const { messages } = await posted({ subject: 'All', text: '@**all** @**Ben Okri**' })
    const { body } = await world.ben.get(`/messages/${messages[0].id}`)
    expect(body.message.flags).not.toContain('mentioned')
    expect(body.message.flags).not.toContain('wildcard_mentioned')
  })

  it('a mail that is sent again is posted once', async () => {
    const again = { subject: 'Twice', text: 'x', messageId: '<twice@outside.example>' }
    expect((await posted(again)).messages).toHaveLength(1)
    const { response, messages } = await posted(again)
    expect(response).toMatch(/^250/)
    expect(messages).toEqual([])
  })

  it('a hostile mail costs only itself, and is not to be sent again', async () => {
    const [from, subject] = ['From: Eve <eve@outside.example>', 'Subject: Hostile']
    const hostile: [string, string[]][] = [
      // CVE-2025-14874: this overflowed the stack of the process.
      ['groups in groups', [`From: ${'g:'.repeat(20_000)}eve@outside.example${';'.repeat(20_000)}`, subject]],
      ['encoded words', [from, `Subject:${' =?utf-8?B?w6Q=?=\r\n'.repeat(15_000)} x`]],
      [
        'long headers of a part',
        ['Content-Type: multipart/mixed; boundary=b', '', '--b', `X: ${'x'.repeat(200_000)}`],
      ],
      ['many parts', ['Content-Type: multipart/mixed; boundary=b', '', '--b\r\n\r\nx\r\n'.repeat(500)]],
      ['parts in parts', nested(400)],
    ]
    const responses = new Map<string, string>()
    for (const [name, lines] of hostile) {
      responses.set(name, (await mail({ raw: [...lines, '', 'x'].join('\r\n') })).slice(0, 3))
    }
    expect(responses.get('groups in groups')).toBe('250')
    for (const [name] of hostile.slice(1)) expect([name, responses.get(name)]).toEqual([name, '554'])
    expect((await posted({ subject: 'Still', text: 'here' })).messages).toMatchObject([{ subject: 'Still' }])
  })

  it('an address that is wrong in one letter posts nothing', async () => {
    const [local, host] = address.split('@') as [string, string]
    const flipped = local.endsWith('0') ? '1' : '0'
    for (const to of [
      `${local.slice(0, -1)}${flipped}@${host}`,
      `${local}@elsewhere.example`,
      `test@${host}`,
      `.${'0'.repeat(32)}@${host}`,
    ]) {
      const { response, messages } = await posted({ to, subject: 'x', text: 'x' })
      expect(response).toMatch(/^550/)
      expect(messages).toEqual([])
    }
  })

  it('the address is for those who may read the stream', async () => {
    const id = await idOf('leadership')
    expect((await world.cleo.get(`/streams/${id}/email_address`)).body.email).toMatch(/^leadership\./)
    for (const client of [world.ben, world.gus]) {
      expect((await client.get(`/streams/${id}/email_address`)).body.msg).toBe('Invalid stream id')
    }
  })

  it('an archived stream accepts no mail', async () => {
    await world.ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'short-lived' }] })
    const to = await addressOf('short-lived')
    await world.ada.delete(`/streams/${await idOf('short-lived')}`)
    expect(await mail({ to, subject: 'x', text: 'x' })).toMatch(/^550/)
  })
})

/** Multiparts, each inside the one before. */
function nested(levels: number): string[] {
  return Array.from({ length: levels }, (_, level) => {
    const begin = level === 0 ? [] : [`--b${level - 1}`]
    return [...begin, `Content-Type: multipart/mixed; boundary=b${level}`, '']
  }).flat()
}

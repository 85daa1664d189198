import type { SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import type { User } from '../../../src/chat/identity/users/user.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { freePort } from '../../harness/free-port.ts'
import { type CaughtMail, type MailCatcher, startMailCatcher } from '../../harness/mail-catcher.ts'
import { mailResponse } from '../../harness/mail-response.ts'
import { entriesOf, untilDone } from '../../harness/outbox-entries.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath } from '../files/file-requests.ts'

const soon = { timeout: 20_000, interval: 20 }

interface Person {
  user: User
  client: ApiClient
}

describe.each(engines)('Mails about missed messages on %s', (engine) => {
  let world: World
  let catcher: MailCatcher
  let port: number
  let names = 0
  beforeAll(async () => {
    catcher = await startMailCatcher()
    port = await freePort()
    world = await startWorld(engine, {
      SMTP_URL: catcher.url,
      MAIL_FROM: 'Switchboard <mail@example.com>',
      STREAM_MAIL_PORT: String(port),
      LOG_LEVEL: 'silent',
    })
  })
  afterAll(async () => {
    await world.stop()
    await catcher.stop()
  })

  /** Somebody new, in the stream `test`. */
  async function join({ emailProven = true } = {}): Promise<Person> {
    names += 1
    const person = { email: `away${names}@example.com`, fullName: `Away ${names}`, emailProven }
    const { user } = await createUser(world.chat, world.demo.realm, person)
    const client = world.as(user)
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'test' }] })
    return { user, client }
  }
  const write = async ({ user }: Person, content: string, from = world.ada): Promise<number> =>
    (await from.post('/messages', { type: 'private', to: [user.email], content })).body.id
  const post = async (content: string, topic = 'lunch', to = 'test', from = world.ada): Promise<number> =>
    (await from.post('/messages', { type: 'stream', to, topic, content })).body.id
  const mention = ({ user }: Person) => `@**${user.full_name}**`
  const waiting = () => entriesOf(world.chat.database, 'missed_mail')
  const isQueued = (id: number) =>
    vi.waitFor(async () => {
      const marks = world.chat.database.read.selectFrom('notification_marks').selectAll()
      expect((await marks.executeTakeFirst())?.message_id).toBeGreaterThanOrEqual(id)
    }, soon)
  /** What a person gets when everybody has been away for long enough. */
  async function mailsTo({ user }: Person, lastId: number): Promise<CaughtMail[]> {
    await isQueued(lastId)
    world.clock.advance(301)
    await untilDone(world.chat.database, 'missed_mail')
    return catcher.mails.filter(({ recipients }) => recipients.includes(user.email))
  }
  async function mailTo(person: Person, lastId: number): Promise<CaughtMail> {
    const mails = await mailsTo(person, lastId)
    expect(mails).toHaveLength(1)
    return mails[0]!
  }
  const settings = (person: Person, change: Record<string, unknown>) =>
    person.client.patch('/settings', change)
  const header = (mail: CaughtMail, name: string) =>
    mail.headerLines.find(({ key }) => key === name)?.line.replace(/\s+/g, ' ')
  const unsubscribePath = (mail: CaughtMail) =>
    `/unsubscribe/${/\/unsubscribe\/([\w.-]+)/.exec(mail.text!)![1]}`
  const reply = ({ user }: Person, to: string, options: SendMailOptions) =>
    mailResponse({ port }, { from: user.email, to, subject: 'Re: x', ...options })
  const replyTo = (mail: CaughtMail) => mail.replyTo!.value[0]!.address!

  it('one mail has what was missed, by conversation, with context, links and addresses for replies', async () => {
    const person = await join()
    await post('the menu is out')
    await post(`${mention(person)} are you *coming*? <script>alert(1)</script>`)
    await write(person, 'ping')
    await post(`${mention(person)} hello?`)
    const last = await write(person, 'https://phish.example\n\nSign in:\nhttps://phish.example', world.ben)
    const mail = await mailTo(person, last)
    expect(mail.subject).toBe('4 unread messages in 3 conversations')
    expect(mail.from?.text).toBe('"Acme" <mail@example.com>')
    const text = mail.text!
    expect(text).toMatch(/#test > lunch\n\nEarlier:\n[\s\S]*Ada Lovelace wrote:\n {4}the menu is out\n\nAda/)
    expect(text.match(/#test > lunch/g)).toHaveLength(1)
    expect(text).toContain('Direct messages with Ada Lovelace')
    expect(text).toContain('http://chat.example.com/#narrow/stream/')
    expect(text.match(/Reply by mail: reply\+\S+@chat\.example\.com/g)).toHaveLength(3)
    expect(mail.replyTo).toBeUndefined()
    const html = String(mail.html)
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script>')
    expect(html).not.toMatch(/<a href="https:\/\/phish/)
    expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(header(mail, 'auto-submitted')).toContain('auto-generated')
    expect((await mailsTo(person, last)).length).toBe(1)
  })

  it('no mail about what was read, deleted, edited away, muted or lost meanwhile', async () => {
    const [person, other] = [await join(), await join()]
    const { client } = person
    const read = await write(person, 'read')
    await client.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' })
    await world.ada.delete(`/messages/${await write(person, 'deleted')}`)
    await world.ada.patch(`/messages/${await post(`${mention(person)} edited`)}`, { content: 'nobody' })
    await client.post(`/users/me/muted_users/${world.demo.people.ben.id}`)
    await write(person, 'from a muted person', world.ben)
    await client.patch('/users/me/subscriptions/muted_topics', { stream: 'test', topic: 'noise', op: 'add' })
    await post(`${mention(person)} muted`, 'noise')
    await settings(person, { wildcard_mentions_notify: false })
    await post('@**all** everyone')
    const name = `secret ${person.user.id}`
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [world.demo.people.ada.id, person.user.id],
      invite_only: true,
    })
    await post(`${mention(person)} secret`, 'x', name)
    await client.delete('/users/me/subscriptions', { subscriptions: [name] })
    await write(person, 'to myself', client)
    const last = await post('nothing for anybody')
    expect(await mailsTo(person, last)).toEqual([])
    expect(await mailsTo(other, last)).toMatchObject([{ subject: '#test > lunch' }])
  })

  it('no mail to people who do not want it, have left, are bots, or whose address nobody has proven', async () => {
    const [unwilling, left, unproven] = [await join(), await join(), await join({ emailProven: false })]
    await settings(unwilling, { enable_offline_email_notifications: false })
    await write(unwilling, 'unwanted')
    await write(unproven, 'unproven')
    const last = await write(left, 'too late')
    await isQueued(last)
    expect(await waiting()).toHaveLength(1)
    await deactivateUser(world.chat, left.user)
    for (const person of [unwilling, left, unproven]) expect(await mailsTo(person, last)).toEqual([])
  })

  it('somebody who uses the app gets the mail after they have gone away without reading', async () => {
    const person = await join()
    const present = () => person.client.post('/users/me/presence', { status: 'active', new_user_input: true })
    const id = await write(person, 'overlooked')
    await isQueued(id)
    world.clock.advance(200)
    await present()
    world.clock.advance(101)
    await vi.waitFor(async () => {
      const [entry] = await waiting()
      expect(entry).toMatchObject({ attempts: 0, claimed_by: null })
      expect(entry!.next_attempt_at).toBeGreaterThan(world.clock.now() + 100_000)
    }, soon)
    expect(catcher.mails.some(({ recipients }) => recipients.includes(person.user.email))).toBe(false)
    expect((await mailTo(person, id)).text).toContain('overlooked')
  })

  it('without content, the mail says neither who wrote nor what or where, and takes no replies', async () => {
    const [own, organization] = [await join(), await join()]
    await settings(own, { message_content_in_email_notifications: false, realm_name_in_notifications: true })
    const last = await post(`${mention(own)} hidden`, 'secret topic')
    const shown = await mailTo(own, last)
    await world.ada.patch('/realm', { message_content_allowed_in_email_notifications: false })
    const other = await mailTo(organization, await write(organization, 'hidden'))
    await world.ada.patch('/realm', { message_content_allowed_in_email_notifications: true })
    expect([shown.subject, other.subject]).toEqual(['1 unread message [Acme]', '1 unread message'])
    for (const mail of [shown, other]) {
      const all = mail.headerLines.map(({ line }) => line).join('\n') + mail.text + mail.html
      expect(all).not.toMatch(/hidden|secret topic|Ada|#test|reply\+/)
      expect(mail.text).toContain('Do not reply')
    }
  })

  it('the link stops the mails without signing in: looking changes nothing, a wrong link neither', async () => {
    const person = await join()
    const path = unsubscribePath(await mailTo(person, await write(person, 'first')))
    const isOn = async () =>
      (await person.client.post('/register', { event_types: ['update_global_notifications'] })).body
        .enable_offline_email_notifications
    expect((await world.nobody.get(path)).body).toMatchObject({
      email: person.user.email,
      is_subscribed: true,
    })
    const page = { headers: { host: 'chat.example.com' } }
    await world.app.inject({ method: 'GET', url: path, ...page })
    const wrong = path.replace(/\/\d+\./, `/${world.demo.people.ben.id}.`)
    expect((await world.nobody.post(wrong)).body.code).toBe('INVALID_LINK')
    expect(await isOn()).toBe(true)
    const oneClick = await world.app.inject({
      method: 'POST',
      url: path,
      headers: { host: 'chat.example.com', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(oneClick.statusCode).toBe(200)
    expect(await isOn()).toBe(false)
    expect(await mailsTo(person, await write(person, 'second'))).toHaveLength(1)
    await settings(person, { enable_offline_email_notifications: true })
    await world.nobody.post(path)
    expect(await isOn()).toBe(false)
  })

  it('a reply becomes a message of the person in the same conversation, once, without what it quotes', async () => {
    const person = await join()
    const mail = await mailTo(person, await post(`${mention(person)} coming?`, 'dinner'))
    const watching = await watch(world.ben, ['message'], { apply_markdown: false })
    const answer = {
      messageId: '<once@example.com>',
      text: 'Yes!\n\nOn Monday, Acme wrote:\n> Ada wrote:\n-- \nme',
      attachments: [{ filename: 'map.txt', content: 'left' }],
    }
    for (const _ of [1, 2]) expect(await reply(person, replyTo(mail).toUpperCase(), answer)).toMatch(/^250/)
    const messages = (await watching.news()).map((event) => event.message)
    expect(messages).toMatchObject([
      { display_recipient: 'test', subject: 'dinner', sender_email: person.user.email },
    ])
    expect(messages[0].content).toMatch(/^Yes!\n\n\[map\.txt\]\(\/user_uploads\//)
    const url = /\((\/user_uploads\/[^)]+)\)/.exec(messages[0].content)![1]!
    expect((await fetchPath(world, world.ben, url)).bytes.toString()).toBe('left')
  })

  it('a reply to a direct message goes to its people only', async () => {
    const person = await join()
    const mail = await mailTo(person, await write(person, 'ping'))
    const [sender, stranger] = [await watch(world.ada, ['message']), await watch(world.ben, ['message'])]
    expect(await reply(person, replyTo(mail), { html: '<p>pong</p><blockquote>ping</blockquote>' })).toMatch(
      /^250/,
    )
    expect((await sender.news()).map(({ message }) => message.content)).toEqual(['pong'])
    expect(await stranger.news()).toEqual([])
  })

  it('replies are refused: forged, automatic, empty, expired, or where the person may no longer write', async () => {
    const person = await join()
    const last = await post(`${mention(person)} coming?`, 'closed')
    const address = replyTo(await mailTo(person, last))
    const watching = await watch(world.ben, ['message'])
    const text = 'Yes'
    const [local, host] = address.split('@') as [string, string]
    const flipped = `${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}@${host}`
    const other = address.replace(/^(reply\+\w+)\.\w+\./, `$1.${world.demo.people.ben.id.toString(36)}.`)
    expect(await reply(person, flipped, { text })).toMatch(/^550/)
    expect(await reply(person, other, { text })).toMatch(/^550/)
    expect(await reply(person, address, { from: 'eve@outside.example', text })).toMatch(
      /^550.*address that got/,
    )
    for (const headers of [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'List-Id': '<x>' },
    ]) {
      expect(await reply(person, address, { text, headers: headers as never })).toMatch(/^550.*Automatic/)
    }
    expect(await reply(person, address, { text, envelope: { from: '', to: address } })).toMatch(
      /^550.*Automatic/,
    )
    expect(await reply(person, address, { text: '> coming?' })).toMatch(/^554.*no text/)
    const { stream_id: id } = (await world.ada.get('/get_stream_id', { stream: 'test' })).body
    await world.ada.patch(`/streams/${id}`, { is_announcement_only: true })
    expect(await reply(person, address, { text })).toMatch(/^554.*Only organization administrators/)
    await world.ada.patch(`/streams/${id}`, { is_announcement_only: false })
    await person.client.delete('/users/me/subscriptions', { subscriptions: ['test'] })
    expect(await reply(person, address, { text })).toMatch(/^550.*left/)
    expect(await watching.news()).toEqual([])
    await person.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'test' }] })
    const direct = replyTo((await mailsTo(person, await write(person, 'last'))).at(-1)!)
    world.clock.advance(32 * 86_400)
    expect(await reply(person, direct, { text })).toMatch(/^550.*expired/)
    const fresh = replyTo((await mailsTo(person, await write(person, 'again'))).at(-1)!)
    await deactivateUser(world.chat, person.user)
    expect(await reply(person, fresh, { text })).toMatch(/^550.*deactivated/)
  })
})

it('without a mail server, nothing is queued and nothing is mailed', async () => {
  const world = await startWorld('SQLite')
  const { user } = await createUser(world.chat, world.demo.realm, {
    email: 'away@example.com',
    fullName: 'Away',
    emailProven: true,
  })
  await world.ada.post('/messages', { type: 'private', to: [user.email], content: 'x' })
  world.clock.advance(301)
  expect(await entriesOf(world.chat.database, 'missed_mail')).toEqual([])
  expect(await world.chat.database.read.selectFrom('notification_marks').selectAll().execute()).toEqual([])
  await world.stop()
})

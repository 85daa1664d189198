import { expect, vi } from 'vitest'
import { createUser } from '../../src/chat/accounts/create-user.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import { signIn } from '../contract/sign-in/browser.ts'
import type { ApiClient } from './api-client.ts'
import type { EngineName } from './engines.ts'
import { entriesOf } from './outbox-entries.ts'
import { type PushDevice, type PushService, startPushService } from './push-service.ts'
import { startWorld, type World } from './world.ts'

/** A person with a browser that is notified. */
export interface Owner {
  user: User
  /** by API key */
  client: ApiClient
  /** in the session of the browser that is notified */
  browser: ApiClient
  device: PushDevice
}

const soon = { timeout: 40_000, interval: 20 }

/** Waits until it is so. */
export const until = (check: () => unknown) => vi.waitFor(check, soon)

/** A server, a push service, and people who are notified by it. */
export class PushWorld {
  readonly world: World
  readonly service: PushService
  #names = 0

  private constructor(world: World, service: PushService) {
    this.world = world
    this.service = service
  }

  static async start(engine: EngineName): Promise<PushWorld> {
    return new PushWorld(await startWorld(engine), await startPushService())
  }

  async stop(): Promise<void> {
    await this.service.stop()
    await this.world.stop()
  }

  /** Somebody new, in the stream `test`. */
  async join(): Promise<Owner> {
    const { world } = this
    this.#names += 1
    const person = { email: `owner${this.#names}@example.com`, fullName: `Owner ${this.#names}` }
    const { user } = await createUser(world.chat, world.demo.realm, person)
    const client = world.as(user)
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'test' }] })
    const { client: browser } = await signIn(world.nobody, user.email)
    const device = this.service.subscribe()
    expect((await browser.post('/users/me/push_subscriptions', device.target)).status).toBe(200)
    return { user, client, browser, device }
  }

  /** Returns the id of the message. */
  async write({ user }: Owner, content: string, from = this.world.ada): Promise<number> {
    return (await from.post('/messages', { type: 'private', to: [user.email], content })).body.id
  }

  async post(content: string, { to = 'test', topic = 'pushed', from = this.world.ada } = {}): Promise<void> {
    await from.post('/messages', { type: 'stream', to, topic, content })
  }

  /** What the browser got, up to a last message: everything before it has been decided by then. */
  async texts(owner: Owner): Promise<(string | null)[]> {
    await this.write(owner, 'the end')
    const shown = () => owner.device.notices().map(({ text }) => text)
    await until(() => expect(shown().at(-1)).toBe('the end'))
    const all = shown()
    owner.device.pushes.length = 0
    return all.slice(0, -1)
  }

  posts() {
    return entriesOf(this.world.chat.database, 'push')
  }

  noPosts() {
    return until(async () => expect(await this.posts()).toEqual([]))
  }

  /** Nothing is left to do for a message, nor for those before it. */
  async done(messageId: number): Promise<void> {
    const marks = this.world.chat.database.read.selectFrom('notification_marks').selectAll()
    await until(async () =>
      expect((await marks.executeTakeFirst())?.message_id).toBeGreaterThanOrEqual(messageId),
    )
    await this.noPosts()
  }

  subscriptions({ user }: Owner) {
    const rows = this.world.chat.database.read.selectFrom('push_subscriptions').selectAll()
    return rows.where('user_id', '=', user.id).execute()
  }
}

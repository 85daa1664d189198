import type { FastifyInstance } from 'fastify'
import type { Chat } from '../../src/chat/chat.ts'
import {
  createDemoOrganization,
  type DemoOrganization,
} from '../../src/chat/demo/create-demo-organization.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import type { Config } from '../../src/config/config.ts'
import type { ServerLimits } from '../../src/server/http/server-limits.ts'
import type { Products } from '../../src/server/start/open-products.ts'
import { ApiClient } from './api-client.ts'
import { demoTemplate } from './demo-template.ts'
import type { EngineName } from './engines.ts'
import { openTestServer } from './open-test-server.ts'
import type { TestClock } from './test-clock.ts'

/** A whole server with the demo organization in it, on an empty database. */
export interface World {
  app: FastifyInstance
  chat: Chat
  clock: TestClock
  config: Config
  demo: DemoOrganization
  ada: ApiClient
  ben: ApiClient
  cleo: ApiClient
  gus: ApiClient
  hookBot: ApiClient
  echoBot: ApiClient
  /** without credentials */
  nobody: ApiClient
  as(user: User, host?: string): ApiClient
  stop(): Promise<void>
}

const seed = ({ chat }: Products) => createDemoOrganization(chat, undefined)

export async function startWorld(
  engine: EngineName,
  settings: Record<string, string> = {},
  limits: Partial<ServerLimits> = {},
): Promise<World> {
  const all = { PUBLIC_URL: 'http://chat.example.com', HEARTBEAT_SECONDS: '60', ...settings }
  const template = await demoTemplate(engine, settings, seed)
  const { app, products, clock, config, stop } = await openTestServer(engine, all, limits, template?.place)
  const { chat } = products
  const demo = template ? structuredClone(template.demo) : await seed(products)
  const as = (user: User, host?: string) =>
    new ApiClient(
      app,
      { email: user.email, key: chat.secrets.decrypt(user.api_key_sealed) },
      host === undefined ? {} : { host },
    )
  const { people, bots } = demo
  return {
    app,
    chat,
    clock,
    config,
    demo,
    ada: as(people.ada),
    ben: as(people.ben),
    cleo: as(people.cleo),
    gus: as(people.gus),
    hookBot: as(bots.hookBot),
    echoBot: as(bots.echoBot),
    nobody: new ApiClient(app),
    as,
    stop,
  }
}

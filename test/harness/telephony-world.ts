import type { FastifyInstance } from 'fastify'
import type { Config } from '../../src/config/config.ts'
import type { ServerLimits } from '../../src/server/http/server-limits.ts'
import type { Products } from '../../src/server/start/open-products.ts'
import {
  ACME_KEY,
  createDemoCompanies,
  type DemoCompanies,
  GLOBEX_KEY,
} from '../../src/telephony/demo/create-demo-companies.ts'
import type { Telephony } from '../../src/telephony/telephony.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { demoTemplate } from './demo-template.ts'
import type { EngineName } from './engines.ts'
import { openTestServer } from './open-test-server.ts'
import { TelephonyClient } from './telephony-client.ts'
import type { TestClock } from './test-clock.ts'

/** A whole server with the demo companies in it, on an empty database. */
export interface TelephonyWorld {
  app: FastifyInstance
  telephony: Telephony
  /** with an empty chat */
  workspace: Workspace
  clock: TestClock
  config: Config
  demo: DemoCompanies
  /** Acme's owner */
  ada: TelephonyClient
  /** a user of Acme */
  ben: TelephonyClient
  /** Globex's owner */
  hank: TelephonyClient
  /** without credentials */
  stranger: TelephonyClient
  /** the uuid of Acme's instance */
  acmePbx: string
  globexPbx: string
  as(key: string, userId: string): TelephonyClient
  /** Listens on a free port of the loopback; returns the address. */
  listen(): Promise<string>
  stop(): Promise<void>
}

const seed = ({ telephony }: Products) => createDemoCompanies(telephony)

export async function startTelephonyWorld(
  engine: EngineName,
  settings: Record<string, string> = {},
  limits: Partial<ServerLimits> = {},
): Promise<TelephonyWorld> {
  const all = { PUBLIC_URL: 'http://phones.example.com', ...settings }
  const template = await demoTemplate(engine, settings, seed)
  const { app, products, clock, config, stop } = await openTestServer(engine, all, limits, template?.place)
  const { telephony, workspace } = products
  const demo = template ? structuredClone(template.demo) : await seed(products)
  const as = (key: string, userId: string) =>
    new TelephonyClient(app, { authorization: `Bearer ${key}`, 'x-user-id': userId })
  return {
    app,
    telephony,
    workspace,
    clock,
    config,
    demo,
    ada: as(ACME_KEY, 'primary'),
    ben: as(ACME_KEY, demo.acme.ben.id),
    hank: as(GLOBEX_KEY, 'primary'),
    stranger: new TelephonyClient(app, {}),
    acmePbx: demo.acme.instanceUuid,
    globexPbx: demo.globex.instanceUuid,
    as,
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    stop,
  }
}

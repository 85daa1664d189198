import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { openProducts, type Products } from '../../src/server/start/open-products.ts'
import type { EngineName } from './engines.ts'
import { makeTemplate, type PlaceTemplate } from './place-template.ts'

export interface DemoTemplate<Demo> {
  place: PlaceTemplate
  demo: Demo
}

const kept = new Map<unknown, Map<EngineName, Promise<DemoTemplate<unknown>>>>()

/**
 * A place in which `seed` has been at work already, made once for all worlds of this process. None for servers with a
 * key of their own, or with settings that seeding would heed.
 */
export async function demoTemplate<Demo>(
  engine: EngineName,
  settings: Record<string, string>,
  seed: (products: Products) => Promise<Demo>,
): Promise<DemoTemplate<Demo> | undefined> {
  if (Object.keys(settings).some((name) => /^(SECRET_KEY|DATA|REDIS|ASTERISK|SIP)/.test(name))) return
  if (engine === 'PostgreSQL' && Number(process.env.TEST_NODES ?? 1) > 1) return
  const ofSeed = kept.get(seed) ?? new Map<EngineName, Promise<DemoTemplate<unknown>>>()
  kept.set(seed, ofSeed)
  const template = ofSeed.get(engine) ?? makeDemo(engine, seed)
  ofSeed.set(engine, template)
  return template as Promise<DemoTemplate<Demo>>
}

async function makeDemo<Demo>(
  engine: EngineName,
  seed: (products: Products) => Promise<Demo>,
): Promise<DemoTemplate<Demo>> {
  let demo: Demo | undefined
  const place = await makeTemplate(engine, async ({ dataDir, databaseUrl }) => {
    const config = readConfig(
      { development: true },
      { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), LOG_LEVEL: 'error' },
    )
    const products = await openProducts(config, createLogger(config.logLevel), undefined, 'command')
    try {
      demo = await seed(products)
    } finally {
      await products.stop()
    }
  })
  return { place, demo: demo! }
}

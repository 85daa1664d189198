import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { migrateProducts, openProducts, type Products } from '../../src/server/start/open-products.ts'
import { type EngineName, makePlace, type Place } from './engines.ts'
import { copyTemplate, makeTemplate, type PlaceTemplate } from './place-template.ts'

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
  const place = await makeTemplate(await makeMigratedPlace(engine), async (copy) => {
    const config = configAt(copy)
    const products = await openProducts(config, createLogger(config.logLevel), undefined, 'command')
    try {
      demo = await seed(products)
    } finally {
      await products.stop()
    }
  })
  return { place, demo: demo! }
}

const migrated = new Map<EngineName, Promise<PlaceTemplate>>()

/** A place with all tables and nothing in them: they are created once for all servers of this process. */
export async function makeMigratedPlace(engine: EngineName): Promise<Place> {
  const template = migrated.get(engine) ?? makePlace(engine).then((place) => makeTemplate(place, migrateAt))
  migrated.set(engine, template)
  return copyTemplate(await template)
}

async function migrateAt(place: Place): Promise<void> {
  const config = configAt(place)
  await migrateProducts(config, createLogger(config.logLevel))
}

const configAt = ({ dataDir, databaseUrl }: Place) =>
  readConfig(
    { development: true },
    { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), LOG_LEVEL: 'error' },
  )

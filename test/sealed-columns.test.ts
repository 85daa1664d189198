import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatSealedColumns } from '../src/chat/chat-sealed-columns.ts'
import { readConfig } from '../src/config/config.ts'
import type { SealedColumns } from '../src/platform/database/schema/sealed-column-store.ts'
import { createLogger } from '../src/platform/logging/log.ts'
import { openProducts, type Products } from '../src/server/start/open-products.ts'
import { telephonySealedColumns } from '../src/telephony/telephony-sealed-columns.ts'
import { makePlace, type Place } from './harness/engines.ts'

describe('columns that are encrypted with the secret key', () => {
  let place: Place
  let products: Products
  beforeAll(async () => {
    place = await makePlace('SQLite')
    const config = readConfig({}, { DATA_DIR: place.dataDir })
    products = await openProducts(config, createLogger('error'), undefined, 'command')
  })
  afterAll(async () => {
    await products.stop()
    await place.remove()
  })

  // By their names: what is not called so is not found here, and would be lost when the key is rotated.
  it.each([
    ['chat', chatSealedColumns],
    ['telephony', telephonySealedColumns],
  ] as const)('of the %s are all known to the rotation of the key', async (product, known) => {
    const tables = await products[product].database.read.introspection.getTables()
    const sealed = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => column.name.includes('sealed')).map((column) => `${name}.${column.name}`),
    )
    const listed = (known as readonly SealedColumns[])
      .filter(({ eventType }) => eventType === undefined)
      .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
    expect(sealed.filter((name) => name !== 'master_key.look_up_key_sealed').sort()).toEqual(listed.sort())
  })
})

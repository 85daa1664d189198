import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keptContentKinds } from '../../chat/chat-content-kinds.ts'
import { skipDowntime } from '../../chat/events/event-queues/event-queue-store.ts'
import { indexTables, rebuildIndexLater } from '../../chat/messages/search-index/message-index-store.ts'
import { secondsOf, systemClock } from '../../platform/clock.ts'
import {
  copyProduct,
  finishProduct,
  type MovedCounts,
  type MovedProduct,
  verifyProduct,
} from '../../platform/move/move-product.ts'
import { beginProgress, inspectTarget } from '../../platform/move/move-progress-store.ts'
import { MoveRefused } from '../../platform/move/move-refused.ts'
import type { MoveSide } from '../../platform/move/move-side.ts'
import { openPostgresSide, openSqliteSide } from '../../platform/move/open-move-side.ts'
import { lockOutServers } from '../../platform/nodes/lock-out-servers.ts'
import { telephonyContentKinds } from '../../telephony/telephony-content-kinds.ts'
import { databaseMigrations } from '../start/database-migrations.ts'
import { prepareDataFolder } from '../start/prepare-data-folder.ts'

export interface MovePlan {
  direction: 'to postgres' | 'to sqlite'
  databaseUrl: string
  /** the SQLite side */
  dataDir: string
  report(line: string): void
}

/** The first one keeps the mark of an unfinished move until the others are done. */
const products: readonly MovedProduct[] = [
  {
    name: 'chat',
    migrations: databaseMigrations.chat,
    contentKinds: keptContentKinds,
    rebuiltTables: indexTables,
    async finish(db) {
      await rebuildIndexLater(db)
      await skipDowntime(db, secondsOf(systemClock))
    },
  },
  {
    name: 'telephony',
    migrations: databaseMigrations.telephony,
    contentKinds: telephonyContentKinds,
    rebuiltTables: [],
  },
]

interface Sides {
  product: MovedProduct
  source: MoveSide
  target: MoveSide
}

/**
 * Moves everything from one engine to the other, with exclusive access to both. Continues where an earlier run stopped.
 */
export async function moveProducts(plan: MovePlan): Promise<MovedCounts> {
  prepareFolders(plan)
  const lockout = await lockOutServers(plan.databaseUrl)
  if (!lockout) throw new MoveRefused('A server uses this PostgreSQL. Stop all nodes, then try again.')
  const opened: MoveSide[] = []
  const cache = join(plan.dataDir, 'move-cache')
  const open = async (isSqlite: boolean, name: string) => {
    const side = isSqlite
      ? await openSqliteSide(name, plan.dataDir)
      : await openPostgresSide(name, plan.databaseUrl, cache)
    opened.push(side)
    return side
  }
  try {
    const all: Sides[] = []
    const isToPostgres = plan.direction === 'to postgres'
    for (const product of products) {
      const source = await open(isToPostgres, product.name)
      const target = await open(!isToPostgres, product.name)
      all.push({ product, source, target })
    }
    return await moveAll(all, plan, lockout.check)
  } finally {
    for (const side of opened) await side.close()
    await rm(cache, { recursive: true, force: true })
    await lockout.end()
  }
}

async function moveAll(all: readonly Sides[], plan: MovePlan, check: () => void): Promise<MovedCounts> {
  const from = plan.direction === 'to postgres' ? `sqlite:${plan.dataDir}` : withoutPassword(plan.databaseUrl)
  for (const { product, source } of all) await checkSource(product, source)
  if (await beginOrContinue(all, from)) plan.report('Continuing the move that was interrupted.')
  for (const { product, source, target } of all)
    await copyProduct(product, source, target, plan.report, check)
  const counts = { tables: 0, rows: 0, files: 0 }
  for (const { product, source, target } of all) {
    const verified = await verifyProduct(product, source, target, plan.report)
    for (const name of ['tables', 'rows', 'files'] as const) counts[name] += verified[name]
  }
  check()
  for (const { product, target } of [...all].reverse()) await finishProduct(product, target)
  return counts
}

/** The address of the database, without user and password. */
function withoutPassword(url: string): string {
  const [place] = url.split('?')
  return place!.slice(Math.max(place!.lastIndexOf('@'), place!.indexOf('//') + 1) + 1)
}

function prepareFolders({ direction, dataDir }: MovePlan): void {
  if (direction === 'to postgres') return
  prepareDataFolder(dataDir)
  const others = readdirSync(dataDir).filter((name) => name !== 'lost+found')
  if (others.length > 0 && !existsSync(join(dataDir, `${products[0]!.name}.db`))) {
    throw new MoveRefused(`${dataDir} is not empty. Choose an empty folder.`)
  }
}

async function checkSource({ name }: MovedProduct, source: MoveSide): Promise<void> {
  const state = await inspectTarget(source.database.read)
  if (state.kind === 'empty') throw new MoveRefused(`The source contains no Switchboard data (${name}).`)
  if (state.kind === 'unfinished') {
    throw new MoveRefused(`The source is itself the target of an unfinished move from ${state.source}.`)
  }
}

/** Returns whether an earlier run had begun. */
async function beginOrContinue(all: readonly Sides[], source: string): Promise<boolean> {
  const states = await Promise.all(all.map(({ target }) => inspectTarget(target.database.read)))
  const [first] = states
  if (first?.kind === 'unfinished' && first.source !== source) {
    throw new MoveRefused(
      `The target contains an unfinished move from ${first.source}. Continue that move, or empty the target.`,
    )
  }
  const isBegun = first?.kind === 'unfinished'
  if (!isBegun && states.some(({ kind }) => kind !== 'empty')) {
    throw new MoveRefused(
      'The target contains other data. Use an empty database, or drop its schemas chat and telephony first.',
    )
  }
  for (const { product, target } of all) {
    await beginProgress(target.database.read, product.name, target.database.engine, source)
  }
  return isBegun
}

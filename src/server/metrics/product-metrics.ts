import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { directoriesTable } from '../../chat/identity/directories/directory-tables.ts'
import { findBackupResult, findLastBackup } from '../../platform/backup/last-backup.ts'
import { readDate } from '../../platform/clock.ts'
import { readDiskSpace } from '../../platform/files/disk-space.ts'
import type { Products } from '../start/open-products.ts'

/** Metrics of each product's background work. */
export function addProductMetrics(registry: Registry, products: Products): void {
  const registers = [registry]
  const each = Object.entries({ chat: products.chat, telephony: products.telephony })
  const gauge = (name: string, help: string, read: (product: (typeof each)[0][1]) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['product'],
      registers,
      collect() {
        for (const [name, product] of each) {
          const value = read(product)
          if (value !== undefined) this.set({ product: name }, value)
        }
      },
    })
  gauge(
    'switchboard_events_behind',
    'Events that are known to be in the log but were not yet delivered by this process.',
    ({ follower }) => follower.behind,
  )
  gauge(
    'switchboard_leader',
    '1 if this process is the leader, which runs the background jobs of the product.',
    ({ leadership }) => Number(leadership.isLeader),
  )
  gauge(
    'switchboard_database_waiting',
    'Queries that wait for a connection to PostgreSQL.',
    ({ database }) => database.waiting,
  )
  gauge('switchboard_database_up', '1 if PostgreSQL responds and accepts writes.', ({ database }) =>
    database.link ? Number(database.link.isUp) : undefined,
  )
  gauge(
    'switchboard_oldest_write_seconds',
    'How long the oldest write has been waiting for its commit.',
    ({ database }) => database.oldestWriteSeconds,
  )
  new Counter({
    name: 'switchboard_database_connections_destroyed_total',
    help: 'Connections to PostgreSQL that were destroyed because nothing arrived on them.',
    labelNames: ['product'],
    registers,
    collect() {
      this.reset()
      for (const [product, { database }] of each)
        if (database.link) this.inc({ product }, database.link.destroyed)
    },
  })
  if (products.redisIsUp !== undefined) {
    new Gauge({
      name: 'switchboard_redis_up',
      help: '1 if the last command to Redis succeeded.',
      registers,
      collect() {
        this.set(Number(products.redisIsUp))
      },
    })
  }
  new Gauge({
    name: 'switchboard_directory_problems',
    help: 'LDAP directories whose last sync failed, or closed nobody because too many people were missing.',
    registers,
    async collect() {
      const { database, log } = products.chat
      this.reset()
      try {
        const reports = await directoriesTable.pick(database.read, { directory: 'ldap' }, ['report'])
        this.set(
          reports.filter(({ report }) => report !== null && JSON.parse(report).problem !== null).length,
        )
      } catch (error) {
        // The other metrics matter even more while the database is down.
        log.warn({ err: error }, 'could not count the problems of directories')
      }
    },
  })
  for (const [name, help, read] of [
    ['switchboard_disk_free_bytes', 'What this account may still write in DATA_DIR.', 'freeBytes'],
    ['switchboard_disk_total_bytes', 'The size of the file system of DATA_DIR.', 'totalBytes'],
  ] as const) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set((await readDiskSpace(products.chat.config.dataDir))[read])
      },
    })
  }
  const { objects } = products
  if (objects) {
    new Gauge({
      name: 'switchboard_file_store_up',
      help: '1 if the last request to the S3 bucket succeeded.',
      registers,
      collect() {
        this.set(Number(objects.isUp))
      },
    })
  }
  addBackupMetrics(registry, products.chat.config)
  addCommitMetrics(registry, each)
  addOutboxMetrics(registry, products)
}

/**
 * Times are 0 if there was none yet, so that alerts by age see that, too. The others have no value then. PostgreSQL may be
 * backed up by its own programs: until Switchboard has tried it here, nothing has a value.
 */
function addBackupMetrics(registry: Registry, { dataDir, databaseUrl }: Products['chat']['config']): void {
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.reset()
        const isElsewhere = databaseUrl !== undefined && (await result().catch(() => undefined)) === undefined
        const value = isElsewhere ? undefined : await read().catch(() => undefined)
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  const seconds = (milliseconds: number | undefined) => (milliseconds ?? 0) / 1000
  const result = () => findBackupResult(dataDir)
  gauge('switchboard_last_backup_timestamp_seconds', 'When the last backup succeeded.', async () =>
    seconds(await findLastBackup(dataDir)),
  )
  gauge(
    'switchboard_last_backup_failed',
    '1 if the last backup, or the last check of one, failed.',
    async () => {
      const found = await result()
      return found && Number(found.has_failed)
    },
  )
  gauge('switchboard_last_backup_bytes', 'The size of the last backup.', async () => (await result())?.bytes)
  gauge('switchboard_last_backup_verified_timestamp_seconds', 'When a backup was last verified.', async () =>
    seconds(readDate((await result())?.verified_at ?? '')),
  )
}

function addCommitMetrics(
  registry: Registry,
  each: [string, Products['chat'] | Products['telephony']][],
): void {
  const registers = [registry]
  const labelNames = ['product']
  const seconds = new Histogram({
    name: 'switchboard_commit_seconds',
    help: 'Duration of a batch of writes, from its first write to its commit.',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const changes = new Histogram({
    name: 'switchboard_commit_changes',
    help: 'Writes that shared a commit.',
    labelNames,
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  for (const [name, { database }] of each) {
    const [ofSeconds, ofChanges] = [seconds.labels(name), changes.labels(name)]
    database.onCommit((jobs, took) => {
      ofChanges.observe(jobs)
      ofSeconds.observe(took)
    })
  }
}

function addOutboxMetrics(registry: Registry, { chat, telephony }: Products): void {
  const registers = [registry]
  /** Reported by the leader only: otherwise several processes would report the same entries. */
  const gauge = (name: string, state: 'waiting' | 'failed', help: string) =>
    new Gauge({
      name,
      help: `${help}, up to 10000 per kind; reported by the leader.`,
      labelNames: ['kind'],
      registers,
      async collect() {
        this.reset()
        const counts = await Promise.all(
          [chat, telephony].map(({ leadership, outbox }) => (leadership.isLeader ? outbox.count(state) : [])),
        ).catch((error) => {
          // The other metrics matter even more while the database is down.
          chat.log.warn({ err: error }, 'could not count the entries of the outbox')
          return []
        })
        for (const { kind, count } of counts.flat()) this.set({ kind }, count)
      },
    })
  gauge('switchboard_outbox', 'waiting', 'Outgoing items that wait to be sent')
  gauge('switchboard_outbox_failed', 'failed', 'Outgoing items that were given up within 30 days')
  new Counter({
    name: 'switchboard_outbox_attempts_total',
    help: 'Attempts of this process to send outgoing items, by kind and result.',
    labelNames: ['kind', 'result'],
    registers,
    collect() {
      this.reset()
      for (const { kind, result, count } of [chat, telephony].flatMap(({ outbox }) => outbox.results()))
        this.inc({ kind, result }, count)
    },
  })
}

import type { Chat } from '../../chat/chat.ts'
import { startChatJobs } from '../../chat/chat-jobs.ts'
import type { ChatTables } from '../../chat/chat-tables.ts'
import { concernsLeader } from '../../chat/concerns-leader.ts'
import { createChat } from '../../chat/create-chat.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type DatabaseClock, followDatabaseClock } from '../../platform/database/database-clock.ts'
import { readHead } from '../../platform/database/log-head-store.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { migrate } from '../../platform/database/schema/migrate.ts'
import { WriteWatch } from '../../platform/database/write-watch.ts'
import type { AddressLimit } from '../../platform/limits/address-limit.ts'
import type { Logger } from '../../platform/logging/log.ts'
import { createMailer } from '../../platform/mail/create-mailer.ts'
import { refuseUnfinishedMove } from '../../platform/move/move-progress-store.ts'
import { joinNodes } from '../../platform/nodes/join-nodes.ts'
import { lockDataFolder } from '../../platform/nodes/lock-data-folder.ts'
import { alone, type Nodes } from '../../platform/nodes/nodes.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { OpenIdProvider } from '../../platform/outgoing/openid-provider.ts'
import type { Telemetry } from '../../platform/telemetry/open-telemetry.ts'
import { type UploadSlotLimits, uploadSlotLimits } from '../../platform/uploads/upload-slot-limits.ts'
import { clearIncoming, createUploadSlots } from '../../platform/uploads/upload-slots.ts'
import { createTelephony } from '../../telephony/create-telephony.ts'
import type { Telephony } from '../../telephony/telephony.ts'
import { startTelephonyJobs } from '../../telephony/telephony-jobs.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import { createRefuseLink } from '../../workspace/accounts/refuse-link.ts'
import { listPositions } from '../../workspace/bridge/bridged-number-store.ts'
import { createPersonPresences } from '../../workspace/bridge/person-presences.ts'
import { createPersonInvitations } from '../../workspace/invitations/invite-to-chat.ts'
import { createBeyondChat } from '../../workspace/privacy/beyond-chat.ts'
import { createLegalHolds } from '../../workspace/privacy/held-phone-users.ts'
import { createPersonSessions } from '../../workspace/sign-on/create-person-sessions.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { concernsWorkspace, startWorkspaceJobs } from '../../workspace/workspace-jobs.ts'
import { databaseMigrations } from './database-migrations.ts'
import { loadSecrets } from './load-secrets.ts'
import { type Cluster, openCluster, singleNode } from './open-cluster.ts'
import { openDrivers } from './open-drivers.ts'
import { openFileStore } from './open-file-store.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'
import { detectRestores, watchForRestores } from './restored-databases.ts'
import { watchMaintenance } from './watch-maintenance.ts'

export interface Products {
  readonly config: Config
  chat: Chat
  telephony: Telephony
  workspace: Workspace
  readonly addressLimit: AddressLimit
  /** undefined: traces and metrics are sent nowhere */
  readonly telemetry: Telemetry | undefined
  /** what the operator says to people during maintenance; undefined: the server serves */
  readonly maintenance: { readonly message: string | undefined }
  /** undefined: metrics are only for programs on this machine */
  readonly metricsToken: string | undefined
  /** undefined: files are in the data folder or in the database */
  readonly objects: ObjectStore | undefined
  /** from where browsers get files, besides this server */
  readonly publicFileOrigin: string | undefined
  /** Throws when a database does not respond or rejects writes. */
  ping(): Promise<void>
  /** undefined: Redis is not used */
  readonly redisIsUp: boolean | undefined
  /** Settles if this server must stop: see Nodes. */
  readonly refused: Promise<Error>
  readonly nodes: Nodes
  /** The server is stopping: load balancers should send no new requests. */
  readonly isLeaving: boolean
  beginToLeave(): void
  /** The port is about to close: reads should go to another server. */
  readonly isClosing: boolean
  beginToClose(): void
  /** Ends waiting polls with an empty response, and ends event streams. */
  endReceivers(): void
  /** Stops all jobs, then closes the databases. */
  stop(): Promise<void>
}

/**
 * Opens and migrates the databases and creates the products. A command, unlike the server, runs no background jobs.
 * Without `ownClock`, the clock is PostgreSQL's, or the machine's with SQLite.
 */
export async function openProducts(
  config: Config,
  log: Logger,
  ownClock: Clock | undefined = undefined,
  purpose: 'server' | 'command' = 'server',
  limits: UploadSlotLimits = uploadSlotLimits,
): Promise<Products> {
  const writes = new WriteWatch()
  const databases = await openDatabases(config, log, purpose === 'server' ? writes : undefined)
  let nodes: Nodes | undefined
  let cluster: Cluster | undefined
  let databaseClock: DatabaseClock | undefined
  const leave = async () => {
    databaseClock?.stop()
    await nodes?.leave()
    await cluster?.close()
  }
  try {
    nodes = await joinCluster(config, log, purpose, writes)
    if (!ownClock && databases.chat.engine === 'postgres') {
      databaseClock = await followDatabaseClock(databases.chat, log)
    }
    const clock = ownClock ?? databaseClock ?? systemClock
    await migrateAll(databases, clock, log)
    if (purpose === 'server') await detectRestores(databases, log)
    const secrets = await loadSecrets(config, Object.values(databases))
    cluster =
      config.redisUrls && purpose === 'server'
        ? await openCluster(config.redisUrls, nodes, secrets, log, clock)
        : singleNode(clock)
    const { openBus, openLimiter, openTally } = cluster
    if (purpose === 'server') await clearIncoming(config.dataDir)
    const uploads = createUploadSlots(config.dataDir, limits)
    const objects = config.objectStore && (await openFileStore(config.objectStore, secrets, log))
    const mailer = createMailer(config, clock)
    const parts = { config, clock, log, secrets, mailer, openLimiter, uploads, objects }
    let workspace: Workspace
    const chat = await createChat({
      ...parts,
      refuseLink: createRefuseLink(databases),
      beyondChat: createBeyondChat(() => workspace),
      openid: config.openid && new OpenIdProvider(config.openid, clock),
      database: databases.chat,
      bus: openBus('chat', (event) => concernsLeader(event) || concernsWorkspace(event)),
      leadership: nodes.leaderships.chat,
    })
    const presences = createPersonPresences(chat)
    const telephony: Telephony = await createTelephony({
      ...parts,
      database: databases.telephony,
      // Webhooks receive nearly all events.
      bus: openBus('telephony', () => true),
      leadership: nodes.leaderships.telephony,
      openTally,
      personSessions: createPersonSessions(chat),
      personPresences: presences,
      logReader: { positions: () => listPositions(databases.chat.read) },
      personInvitations: createPersonInvitations(chat),
      legalHolds: createLegalHolds(chat),
      ...(await openDrivers(config, log, databases.telephony, secrets, clock, () => telephony.contents)),
    })
    workspace = { ...chat, telephony }
    const maintenance = purpose === 'server' ? await watchMaintenance(chat) : undefined
    const telemetry = purpose === 'server' ? await startTelemetry(config, log) : undefined
    let isLeaving = false
    let isClosing = false
    const jobs =
      purpose === 'server'
        ? [
            startWorkspaceJobs(workspace),
            presences,
            watchForRestores(databases, log),
            ...(maintenance ? [maintenance] : []),
            await startChatJobs(chat),
            await startTelephonyJobs(telephony),
          ]
        : []
    return {
      config,
      chat,
      telephony,
      workspace,
      addressLimit: {
        connections: config.connectionsPerAddress,
        perMinute: config.addressRateLimitPerMinute,
        limiter: openLimiter('addresses'),
        clock,
      },
      nodes,
      maintenance: maintenance ?? { message: undefined },
      telemetry,
      metricsToken: config.metricsToken,
      objects,
      publicFileOrigin: config.objectStore?.publicEndpoint,
      refused: nodes.refused,
      get redisIsUp() {
        return cluster?.redis?.isUp
      },
      get isLeaving() {
        return isLeaving
      },
      beginToLeave() {
        isLeaving = true
      },
      get isClosing() {
        return isClosing
      },
      beginToClose() {
        isClosing = true
      },
      async ping() {
        for (const { link, read } of Object.values(databases)) {
          // A watch monitors PostgreSQL, whether or not a connection is free.
          if (!link) await readHead(read, 0)
          else if (!link.isUp) throw new Error('PostgreSQL does not respond, or rejects writes')
        }
      },
      endReceivers: () => chat.queues.endReceivers('server_shutdown'),
      async stop() {
        await telephony.inFlight.settled()
        for (const work of jobs) await work.stop()
        await chat.follower.stop()
        await telephony.follower.stop()
        await leave()
        await closeAll(databases)
        await telemetry?.stop()
      },
    }
  } catch (error) {
    await leave()
    await closeAll(databases)
    throw error
  }
}

/** Loads what it needs only if it is wanted. */
async function startTelemetry({ telemetry }: Config, log: Logger): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined
  const { openTelemetry } = await import('../../platform/telemetry/open-telemetry.ts')
  return openTelemetry(telemetry, log)
}

/** Only migrates the databases. Returns the names of the applied migrations. */
export async function migrateProducts(config: Config, log: Logger): Promise<string[]> {
  const databases = await openDatabases(config, log)
  try {
    return await migrateAll(databases, systemClock, log)
  } finally {
    await closeAll(databases)
  }
}

interface Databases {
  chat: Database<ChatTables>
  telephony: Database<TelephonyTables>
}

async function openDatabases(config: Config, log: Logger, writes?: WriteWatch): Promise<Databases> {
  prepareDataFolder(config.dataDir)
  const databases: Partial<Databases> = {}
  try {
    databases.chat = await openDatabase<ChatTables>('chat', config, log, writes)
    databases.telephony = await openDatabase<TelephonyTables>('telephony', config, log, writes)
    return databases as Databases
  } catch (error) {
    await closeAll(databases)
    throw error
  }
}

async function migrateAll(databases: Databases, clock: Clock, log: Logger): Promise<string[]> {
  for (const { read } of Object.values(databases)) await refuseUnfinishedMove(read)
  return [
    ...(await migrate(databases.chat, 'chat', databaseMigrations.chat, clock, log)),
    ...(await migrate(databases.telephony, 'telephony', databaseMigrations.telephony, clock, log)),
  ]
}

async function closeAll({ chat, telephony }: Partial<Databases>): Promise<void> {
  await chat?.close()
  await telephony?.close()
}

/** Checks before any change whether this server may use the data beside other servers, and joins them. */
async function joinCluster(
  config: Config,
  log: Logger,
  purpose: 'server' | 'command',
  writes: WriteWatch,
): Promise<Nodes> {
  const { databaseUrl, redisUrls, dataDir } = config
  if (redisUrls && databaseUrl === undefined) {
    throw new ConfigError(
      'REDIS_URL is for several servers on one PostgreSQL: set DATABASE_URL, or leave REDIS_URL out.',
    )
  }
  if (purpose === 'command') return alone
  if (databaseUrl === undefined) {
    const unlock = await lockDataFolder(dataDir)
    return { ...alone, leave: async () => unlock() }
  }
  return joinNodes(databaseUrl, redisUrls !== undefined, log, writes)
}

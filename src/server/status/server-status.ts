import { hostname } from 'node:os'
import { type Static, Type } from '@sinclair/typebox'
import { directoriesTable } from '../../chat/identity/directories/directory-tables.ts'
import { realmsTable } from '../../chat/identity/realms/realm.ts'
import { findBackupResult, findLastBackup } from '../../platform/backup/last-backup.ts'
import { readDate, systemClock } from '../../platform/clock.ts'
import { readDiskSpace } from '../../platform/files/disk-space.ts'
import { listNodes } from '../../platform/nodes/node-store.ts'
import { productNames } from '../../platform/nodes/nodes.ts'
import { VERSION } from '../../platform/program.ts'
import { instancesTable } from '../../telephony/company/instances/instances-table.ts'
import type { Pbx } from '../../telephony/phones/pbx/pbx.ts'
import { listEnabledTrunks } from '../../telephony/phones/trunks/trunk-store.ts'
import { companyCarriersTable } from '../../telephony/texting/company-carriers/company-carriers-table.ts'
import { readOutboxStates } from '../doctor/doctor-store.ts'
import type { Products } from '../start/open-products.ts'

const exact = { additionalProperties: false }
const Seconds = Type.Integer({ description: 'Epoch seconds.' })
const SecondsOrNull = Type.Union([Seconds, Type.Null()])

export const ServerStatusSchema = Type.Object(
  {
    version: Type.String(),
    database: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
    redis: Type.Union([Type.Literal('ok'), Type.Literal('away'), Type.Null()], {
      description: 'null: it is not used.',
    }),
    nodes: Type.Array(
      Type.Object(
        {
          host: Type.String({ description: 'The name of its machine; empty: unknown.' }),
          version: Type.String(),
          since: Seconds,
          is_this: Type.Boolean({ description: 'Whether it has answered.' }),
          leads: Type.Array(Type.Union(productNames.map((name) => Type.Literal(name))), {
            description: 'For which products it runs the background jobs.',
          }),
        },
        exact,
      ),
    ),
    file_store: Type.Union([Type.Literal('ok'), Type.Literal('away'), Type.Null()], {
      description: 'The S3 bucket. null: files are elsewhere.',
    }),
    outbox: Type.Array(
      Type.Object(
        {
          product: Type.Union(productNames.map((name) => Type.Literal(name))),
          kind: Type.String(),
          waiting: Type.Integer(),
          failing: Type.Integer({ description: 'Of those that wait: have failed before.' }),
          failed: Type.Integer({ description: 'Given up within 30 days.' }),
          oldest: SecondsOrNull,
        },
        exact,
      ),
    ),
    disk: Type.Object({ free_bytes: Type.Integer(), total_bytes: Type.Integer() }, exact),
    backup: Type.Union(
      [
        Type.Object(
          {
            last: SecondsOrNull,
            bytes: Type.Union([Type.Integer(), Type.Null()]),
            has_failed: Type.Boolean({ description: 'The last backup, or the last check of one.' }),
            verified: SecondsOrNull,
          },
          exact,
        ),
        Type.Null(),
      ],
      { description: 'null: there was no switchboard backup of PostgreSQL here.' },
    ),
    mail: Type.Object(
      {
        is_set_up: Type.Boolean(),
        is_known: Type.Boolean({ description: 'Only the leader knows when it has sent mail.' }),
        last_success: SecondsOrNull,
        last_failure: SecondsOrNull,
      },
      exact,
    ),
    asterisks: Type.Array(
      Type.Object(
        {
          number: Type.Integer(),
          phone_systems: Type.Integer({ description: 'How many instances it serves.' }),
          state: Type.Union([Type.Literal('ok'), Type.Literal('away'), Type.Null()], {
            description: 'Whether it responds now. null: not known, as it serves no phone system.',
          }),
        },
        exact,
      ),
    ),
    trunks: Type.Array(Type.Object({ state: Type.String(), count: Type.Integer() }, exact)),
    has_text_carrier: Type.Boolean(),
    company_carriers: Type.Array(Type.Object({ state: Type.String(), count: Type.Integer() }, exact), {
      description: 'Carriers that companies have connected.',
    }),
    directories: Type.Array(
      Type.Object(
        {
          organization: Type.String(),
          directory: Type.Union([Type.Literal('ldap'), Type.Literal('scim')]),
          last: SecondsOrNull,
          problem: Type.Union([Type.String(), Type.Null()]),
        },
        exact,
      ),
    ),
  },
  exact,
)

type ServerStatus = Static<typeof ServerStatusSchema>

const MAX_DIRECTORIES = 200
const startedAt = systemClock.now() - performance.now()

/** What the operator asks first. Nothing secret: neither addresses nor reasons of failures, which the log has. */
export async function readServerStatus(products: Products): Promise<ServerStatus> {
  const { config, objects, redisIsUp } = products
  const { freeBytes, totalBytes } = await readDiskSpace(config.dataDir)
  return {
    version: VERSION,
    database: products.chat.database.engine,
    redis: redisIsUp === undefined ? null : redisIsUp ? 'ok' : 'away',
    nodes: await nodesOf(products),
    file_store: objects ? (objects.isUp ? 'ok' : 'away') : null,
    outbox: await outboxOf(products),
    disk: { free_bytes: freeBytes, total_bytes: totalBytes },
    backup: await backupOf(config),
    mail: mailOf(products),
    asterisks: await asterisksOf(products),
    trunks: await trunksOf(products),
    has_text_carrier: config.telephony.smppUrl !== undefined,
    company_carriers: countStates(await companyCarriersTable.list(products.telephony.database.read, {})),
    directories: await directoriesOf(products),
  }
}

async function nodesOf({ chat, nodes }: Products): Promise<ServerStatus['nodes']> {
  if (chat.database.engine === 'sqlite') {
    const since = Math.floor(startedAt / 1000)
    return [{ host: hostname(), version: VERSION, since, is_this: true, leads: [...productNames] }]
  }
  return (await listNodes(chat.database.read)).map(({ backend, host, version, since, leads }) => ({
    ...{ host, version, leads },
    since: Math.floor(since / 1000),
    is_this: backend === nodes.backend,
  }))
}

async function outboxOf(products: Products): Promise<ServerStatus['outbox']> {
  const all = await Promise.all(
    productNames.map(async (product) => {
      const states = await readOutboxStates(products[product].database.read)
      return states.map(({ kind, waiting, failing, failed, oldest }) => ({
        ...{ product, kind, waiting, failing, failed },
        oldest: toSeconds(oldest === null ? undefined : Number(oldest)),
      }))
    }),
  )
  return all.flat()
}

async function backupOf({ dataDir, databaseUrl }: Products['config']): Promise<ServerStatus['backup']> {
  const result = await findBackupResult(dataDir)
  // It may be backed up by its own programs.
  if (databaseUrl !== undefined && !result) return null
  return {
    last: toSeconds(await findLastBackup(dataDir)),
    bytes: result?.bytes ?? null,
    has_failed: result?.has_failed ?? false,
    verified: toSeconds(readDate(result?.verified_at ?? '')),
  }
}

function mailOf({ config, chat }: Products): ServerStatus['mail'] {
  const { success, failure } = chat.outbox.lastAttempts('mail')
  return {
    is_set_up: config.smtpUrl !== undefined,
    is_known: chat.leadership.isLeader,
    last_success: toSeconds(success),
    last_failure: toSeconds(failure),
  }
}

async function asterisksOf({ config, telephony }: Products): Promise<ServerStatus['asterisks']> {
  return Promise.all(
    config.telephony.asterisks.map(async ({ number }) => {
      const instances = await instancesTable.list(telephony.database.read, { asterisk: number })
      const [first] = instances
      const state = first ? await pingState(telephony.pbx, first.domain) : null
      return { number, phone_systems: instances.length, state }
    }),
  )
}

const pingState = (pbx: Pbx, domain: string) =>
  pbx.ping(domain).then(
    () => 'ok' as const,
    () => 'away' as const,
  )

async function trunksOf({ telephony }: Products): Promise<ServerStatus['trunks']> {
  return countStates(await listEnabledTrunks(telephony.database.read))
}

function countStates(all: readonly { state: string }[]): { state: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { state } of all) counts.set(state, (counts.get(state) ?? 0) + 1)
  return [...counts].map(([state, count]) => ({ state, count }))
}

async function directoriesOf({ chat: { database } }: Products): Promise<ServerStatus['directories']> {
  const rows = (await directoriesTable.list(database.read, {})).slice(0, MAX_DIRECTORIES)
  return Promise.all(
    rows.map(async ({ realm_id: id, directory, used_at: last, report }) => ({
      organization: (await realmsTable.find(database.read, { id }))?.name ?? '',
      ...{ directory, last },
      problem: report === null ? null : ((JSON.parse(report) as { problem: string | null }).problem ?? null),
    })),
  )
}

const toSeconds = (milliseconds: number | undefined): number | null =>
  milliseconds === undefined ? null : Math.floor(milliseconds / 1000)

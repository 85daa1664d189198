import { randomInt } from 'node:crypto'
import type { Logger } from '../../../../platform/log.ts'
import { runExclusive } from '../../../../platform/run-exclusive.ts'
import { type Binding, type Pbx, type PbxAddress, PbxFailure } from '../pbx.ts'
import { formatAddress } from '../pbx-address.ts'
import { createPbxListeners } from '../pbx-listeners.ts'
import { spellForKamailio, sqlitePath } from './kamailio-database-url.ts'
import { createKamailioRpc, RpcRefusal } from './kamailio-rpc.ts'
import { createKamailioWatch, type KamailioWatch } from './kamailio-watch.ts'
import { openPostgresSubscriberStore } from './postgres-subscriber-store.ts'
import { readBindings } from './read-kamailio-answers.ts'
import { openSqliteSubscriberStore } from './sqlite-subscriber-store.ts'
import type { Subscriber, SubscriberStore } from './subscriber-store.ts'

export interface KamailioOptions {
  /** Kamailio's own database: `postgres://...` or `sqlite:/absolute/path.db` */
  readonly databaseUrl: string
  /** `http://127.0.0.1:5062/RPC` */
  readonly rpcUrl: string
  /** `127.0.0.1:8448` */
  readonly eventsAddress: string
  readonly log: Logger
}

/** A Kamailio with the configuration of `renderKamailioConfiguration`. */
export function createKamailioPbx({ databaseUrl, rpcUrl, eventsAddress, log }: KamailioOptions): Pbx {
  const subscribers = openSubscriberStore(databaseUrl, log)
  const rpc = createKamailioRpc(rpcUrl)
  // Changes of an address are serialized, so that none restores a row that another has replaced.
  const inLane = <T>(address: PbxAddress, work: () => Promise<T>) =>
    runExclusive(`${rpcUrl} ${formatAddress(address)}`, work)
  const listeners = createPbxListeners(log)
  /** a new one each time, since the state of the old one is stale */
  let watch: KamailioWatch | undefined

  async function bindingsOf(address: PbxAddress): Promise<readonly Binding[]> {
    try {
      return readBindings(await rpc.call('ul.lookup', ['location', formatAddress(address)]))
    } catch (error) {
      if (error instanceof RpcRefusal && /^Kamailio refused ul\.lookup: AOR /.test(error.message)) return []
      throw error
    }
  }

  /** All or nothing: if Kamailio cannot be updated, the row is restored. */
  async function change(address: PbxAddress, former: Subscriber | undefined, write: () => Promise<void>) {
    await write()
    try {
      await endRegistrations(address)
    } catch (error) {
      await (former ? subscribers.put(former) : subscribers.remove(address)).catch((failure) =>
        log.error({ err: failure, address }, 'the database of Kamailio could not be put back'),
      )
      throw error
    }
    watch?.touch(address)
  }

  async function endRegistrations(address: PbxAddress): Promise<void> {
    const name = formatAddress(address)
    // For a phone that is registering with the old secret right now: Kamailio checks this last.
    await rpc.call('htable.seti', ['revoked', name, randomInt(1, 2 ** 31 - 1)])
    await rpc.call('ul.rm', ['location', name])
  }

  return {
    put: (account) =>
      inLane(account, async () => {
        checkAccount(account)
        await rpc.call('core.uptime')
        const { number, domain, ha1 } = account
        const former = await subscribers.find(account)
        if (former?.ha1 === ha1) return
        await change(account, former, () => subscribers.put({ number, domain, ha1 }))
      }),
    remove: (address) =>
      inLane(address, async () => {
        await rpc.call('core.uptime')
        const former = await subscribers.find(address)
        await change(address, former, () => subscribers.remove(address))
      }),
    async registration(address) {
      const bindings = await bindingsOf(address)
      return { state: bindings.length > 0 ? 'AUTHENTICATED' : 'UNAUTHENTICATED', bindings }
    },
    listen: listeners.add,
    look: (address) => (address ? watch?.touch(address) : watch?.beginAnew()),
    async ping() {
      await rpc.call('core.uptime')
      await subscribers.ping()
    },
    async start() {
      if (watch) return
      watch = createKamailioWatch({ eventsAddress, rpc, subscribers, bindingsOf, log, tell: listeners.emit })
      watch.start()
    },
    async stop() {
      const ending = watch
      watch = undefined
      await ending?.stop()
    },
    close: () => subscribers.close(),
  }
}

/** Refuse accounts that the configuration of Kamailio would never admit. */
function checkAccount({ number, domain, ha1 }: Subscriber): void {
  if (!Number.isSafeInteger(number) || number < 1 || number >= 1e15) {
    throw new PbxFailure('Kamailio takes only numbers of 1 to 15 digits.')
  }
  if (!/^[a-z0-9][a-z0-9.-]{0,252}$/.test(domain)) {
    throw new PbxFailure('Kamailio takes only domains of small letters, digits, dots and hyphens.')
  }
  if (!/^[0-9a-f]{32}$/.test(ha1))
    throw new PbxFailure('Kamailio takes only an HA1 of 32 small hexadecimal digits.')
}

/** Chosen by the URL. It does not connect yet: the database may be down for a while. */
function openSubscriberStore(databaseUrl: string, log: Logger): SubscriberStore {
  return spellForKamailio(databaseUrl).module === 'db_sqlite.so'
    ? openSqliteSubscriberStore(sqlitePath(databaseUrl))
    : openPostgresSubscriberStore(databaseUrl, log)
}

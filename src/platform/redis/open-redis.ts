import { createClient, createCluster, ErrorReply } from '@redis/client'
import type { Logger } from '../logging/log.ts'
import type { Redis } from './redis.ts'
import { RedisUnavailable } from './redis-unavailable.ts'

/** The first version with sharded channels. */
const MIN_MAJOR_VERSION = 7
const TIMEOUT_MS = 5000
/** For commands that a request waits for: rather without Redis than late. */
const RESPONSE_TIMEOUT_MS = 500
/** Without traffic nobody would notice that Redis is back. */
const PING_EVERY_MS = 1000
/** While it is up, a lost connection says so: every fifth time is enough. */
const TICKS_WHILE_UP = 5
const socket = { connectTimeout: TIMEOUT_MS }

/** The commands that we use of a single server and of a cluster. */
interface Client {
  sPublish(channel: string, text: string): Promise<unknown>
  sSubscribe(channel: string, listener: (text: string) => void): Promise<unknown>
  sUnsubscribe(channel: string): Promise<unknown>
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  destroy(): void
}

/**
 * Connects to one server or to a cluster, which it detects. Several URLs are members of one cluster. `prefix` separates
 * clusters of servers that share one Redis. If Redis is not reachable yet, it connects later; if Redis rejects us, the
 * settings are wrong.
 */
export async function openRedis(urls: readonly string[], prefix: string, log: Logger): Promise<Redis> {
  const channels = new Map<string, (text: string) => void>()
  let connections: Connections | undefined
  let connecting: Promise<void> | undefined
  let isClosed = false
  let isUp = true
  function setIsUp(up: boolean, error?: unknown) {
    if (up !== isUp && up) log.info('Redis responds again')
    if (up !== isUp && !up) log.warn({ err: error }, 'Redis does not respond; continuing by reading the log')
    isUp = up
  }
  async function connect() {
    const opened = (await isCluster(urls[0]!))
      ? await openCluster(urls, log)
      : await openSingle(urls[0]!, log, (error) => setIsUp(false, error))
    if (isClosed) return destroy(opened)
    connections = opened
    for (const [channel, listener] of channels) listen(channel, listener)
    setIsUp(true)
  }
  function listen(channel: string, listener: (text: string) => void) {
    connections?.subscriber
      .sSubscribe(prefix + channel, listener)
      .catch((error) => log.warn({ err: error }, 'could not subscribe to a Redis channel'))
  }
  async function call<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (!connections) throw new Error('Redis is not connected')
    try {
      const value = await withTimeout(work(connections.commands), RESPONSE_TIMEOUT_MS)
      setIsUp(true)
      return value
    } catch (error) {
      setIsUp(false, error)
      throw error
    }
  }
  const send = (channel: string, text: string) =>
    void call((client) => client.sPublish(prefix + channel, text)).catch(() => {})
  await connect().catch((error: RedisUnavailable) => {
    if (error.isRefusal) throw error
    setIsUp(false, error)
  })
  let ticks = 0
  const pulse = setInterval(() => {
    ticks += 1
    if (connections && isUp && ticks % TICKS_WHILE_UP !== 0) return
    if (connections) return send('pulse', '')
    connecting ??= connect()
      .catch((error) => log.debug({ err: error }, 'the connection to Redis failed'))
      .finally(() => {
        connecting = undefined
      })
  }, PING_EVERY_MS)
  return {
    get isUp() {
      return isUp
    },
    send,
    subscribe(channel, listener) {
      channels.set(channel, listener)
      listen(channel, listener)
    },
    unsubscribe(channel) {
      channels.delete(channel)
      connections?.subscriber.sUnsubscribe(prefix + channel).catch(() => {})
    },
    run: (script, key, args) =>
      call((client) => client.eval(script, { keys: [prefix + key], arguments: [...args] })),
    async close() {
      isClosed = true
      clearInterval(pulse)
      if (connections) destroy(connections)
      await connecting
    },
  }
}

function destroy({ commands, subscriber }: Connections): void {
  commands.destroy()
  if (subscriber !== commands) subscriber.destroy()
}

async function isCluster(url: string): Promise<boolean> {
  const probe = createClient({ url, socket: { ...socket, reconnectStrategy: false } })
  // connect() throws the error itself.
  probe.on('error', () => {})
  try {
    await probe.connect()
    const info = await probe.info()
    const version = /redis_version:(\S+)/.exec(info)?.[1] ?? 'unknown'
    if (!(Number.parseInt(version, 10) >= MIN_MAJOR_VERSION)) {
      throw new ErrorReply(`it has version ${version}, but at least ${MIN_MAJOR_VERSION} is needed`)
    }
    return /cluster_enabled:1/.test(info)
  } catch (error) {
    // LOADING: Redis has just been started.
    const isRefusal = error instanceof ErrorReply && !error.message.startsWith('LOADING')
    throw new RedisUnavailable(url, error, isRefusal)
  } finally {
    probe.destroy()
  }
}

interface Connections {
  commands: Client
  subscriber: Client
}

async function openSingle(url: string, log: Logger, lost: (error: unknown) => void): Promise<Connections> {
  const open = async (disableOfflineQueue: boolean): Promise<Client> => {
    const client = createClient({ url, socket, disableOfflineQueue, pingInterval: TIMEOUT_MS })
    client.on('error', (error) => {
      log.debug({ err: error }, 'the connection to Redis failed')
      if (disableOfflineQueue) lost(error)
    })
    await client.connect()
    return client
  }
  // A subscribed connection can do nothing else. It may queue commands: subscriptions can wait.
  return { commands: await open(true), subscriber: await open(false) }
}

async function openCluster(urls: readonly string[], log: Logger): Promise<Connections> {
  const { username, password } = new URL(urls[0]!)
  const cluster = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      socket,
      pingInterval: TIMEOUT_MS,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
    },
  })
  cluster.on('error', (error) => log.debug({ err: error }, 'a connection to Redis failed'))
  await cluster.connect()
  return { commands: cluster, subscriber: cluster }
}

function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

import { createClient, createCluster, ErrorReply, type RedisClusterType } from '@redis/client'
import type { Logger } from '../log.ts'
import type { Redis } from './redis.ts'
import { RedisUnavailable } from './redis-unavailable.ts'

/** With it came channels that live on one node of a cluster only. */
const LEAST_MAJOR_VERSION = 7
const PATIENCE_MS = 5000
/** A call in the way of a request: rather without Redis than late. */
const ANSWER_WITHIN_MS = 500
/** For those who want to know how it is: with nothing to say nobody would notice that it is back. */
const PULSE_MS = 1000
const socket = { connectTimeout: PATIENCE_MS }

/** What a single server and a cluster have in common, as far as we use it. */
type Client = Pick<
  RedisClusterType,
  'sPublish' | 'sSubscribe' | 'sUnsubscribe' | 'eval' | 'close' | 'destroy' | 'isReady'
>

/**
 * One server or a cluster: it is asked which. Several addresses are several members of one cluster. `prefix` keeps
 * apart what different organizations of servers do on one Redis. A Redis that cannot be reached yet is connected to when
 * it comes; one that refuses us is a mistake in the settings.
 */
export async function openRedis(urls: readonly string[], prefix: string, log: Logger): Promise<Redis> {
  const channels = new Map<string, (text: string) => void>()
  let connections: Connections | undefined
  let connecting: Promise<void> | undefined
  let isClosed = false
  let isUp = true
  function note(up: boolean, error?: unknown) {
    if (up !== isUp && up) log.info('Redis answers again')
    if (up !== isUp && !up) log.warn({ err: error }, 'Redis does not answer; going on by reading the log')
    isUp = up
  }
  async function connect() {
    const opened = (await isCluster(urls[0]!))
      ? await openCluster(urls, log)
      : await openSingle(urls[0]!, log)
    if (isClosed) return destroy(opened)
    connections = opened
    for (const [channel, listener] of channels) listen(channel, listener)
    note(true)
  }
  function listen(channel: string, listener: (text: string) => void) {
    connections?.listening
      .sSubscribe(prefix + channel, listener)
      .catch((error) => log.warn({ err: error }, 'a channel of Redis could not be subscribed to'))
  }
  async function soon<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (!connections) throw new Error('Redis is not connected')
    try {
      const value = await within(work(connections.calls), ANSWER_WITHIN_MS)
      note(true)
      return value
    } catch (error) {
      note(false, error)
      throw error
    }
  }
  const send = (channel: string, text: string) =>
    void soon((client) => client.sPublish(prefix + channel, text)).catch(() => {})
  await connect().catch((error: RedisUnavailable) => {
    if (error.isRefusal) throw error
    note(false, error)
  })
  const pulse = setInterval(() => {
    if (connections) return send('pulse', '')
    connecting ??= connect()
      .catch((error) => log.debug({ err: error }, 'the connection to Redis failed'))
      .finally(() => {
        connecting = undefined
      })
  }, PULSE_MS)
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
      connections?.listening.sUnsubscribe(prefix + channel).catch(() => {})
    },
    run: (script, key, args) =>
      soon((client) => client.eval(script, { keys: [prefix + key], arguments: [...args] })),
    async close() {
      isClosed = true
      clearInterval(pulse)
      if (connections) destroy(connections)
      await connecting
    },
  }
}

function destroy({ calls, listening }: Connections): void {
  calls.destroy()
  if (listening !== calls) listening.destroy()
}

async function isCluster(url: string): Promise<boolean> {
  const probe = createClient({ url, socket: { ...socket, reconnectStrategy: false } })
  // The failure itself is thrown by connect().
  probe.on('error', () => {})
  try {
    await probe.connect()
    const info = await probe.info()
    const version = /redis_version:(\S+)/.exec(info)?.[1] ?? 'unknown'
    if (!(Number.parseInt(version, 10) >= LEAST_MAJOR_VERSION)) {
      throw new ErrorReply(`it has version ${version}, and at least ${LEAST_MAJOR_VERSION} is needed`)
    }
    return /cluster_enabled:1/.test(info)
  } catch (error) {
    // LOADING: it has just been started.
    const isRefusal = error instanceof ErrorReply && !error.message.startsWith('LOADING')
    throw new RedisUnavailable(url, error, isRefusal)
  } finally {
    probe.destroy()
  }
}

interface Connections {
  calls: Client
  listening: Client
}

async function openSingle(url: string, log: Logger): Promise<Connections> {
  const open = async (disableOfflineQueue: boolean) => {
    const client = createClient({ url, socket, disableOfflineQueue, pingInterval: PATIENCE_MS })
    client.on('error', (error) => log.debug({ err: error }, 'the connection to Redis failed'))
    await client.connect()
    return client as unknown as Client
  }
  // A connection that listens can do nothing else, and may wait: what it subscribes to is subscribed to later.
  return { calls: await open(true), listening: await open(false) }
}

async function openCluster(urls: readonly string[], log: Logger): Promise<Connections> {
  const { username, password } = new URL(urls[0]!)
  const cluster = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      socket,
      pingInterval: PATIENCE_MS,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
    },
  })
  cluster.on('error', (error) => log.debug({ err: error }, 'a connection to Redis failed'))
  await cluster.connect()
  const client = cluster as unknown as Client
  return { calls: client, listening: client }
}

function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

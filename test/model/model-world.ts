import type { RunningSwitchboard } from '../harness/run-switchboard.ts'
import type { ModelClient } from './compare-clients.ts'
import type { ModelChat, ModelUser } from './model-chat.ts'
import type { Answer, ModelConnection } from './model-connection.ts'
import { ModelMismatch } from './model-mismatch.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface World {
  readonly model: ModelChat
  readonly random: SeededRandom
  readonly connection: ModelConnection
  readonly keys: Map<number, string>
  /** one for each user, which keeps its state by events */
  readonly clients: ModelClient[]
  /** how the answers came about, newest last */
  readonly log: string[]
  server: RunningSwitchboard
  /** Starts the server again on the same data. */
  start(): Promise<RunningSwitchboard>
  questions: number
  readonly isLong: boolean
}

export interface CallOptions {
  headers?: Record<string, string>
  /** every third if absent */
  isFresh?: boolean
}

export function call(
  world: World,
  user: ModelUser,
  method: string,
  path: string,
  values: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Answer> {
  const isFresh = options.isFresh ?? world.connection.isNextFresh
  const credentials = { email: user.email, key: world.keys.get(user.id)! }
  return world.connection.call(credentials, method, path, values, isFresh, options.headers)
}

/** Calls, and compares whether it was granted. */
export async function expectCall(
  world: World,
  user: ModelUser,
  method: string,
  path: string,
  values: Record<string, unknown>,
  isGranted: boolean,
): Promise<Record<string, unknown>> {
  const { status, body } = await call(world, user, method, path, values)
  const question = `${method} ${path} ${JSON.stringify(values)}`
  if (status >= 500) throw new ModelMismatch(user.email, question, 'no error of the server', body)
  if ((body.result === 'success') !== isGranted)
    throw new ModelMismatch(user.email, question, isGranted ? 'success' : 'a refusal', body)
  return body
}

/** The server ends and comes back: as an administrator would do it, or as a power cut. */
export async function restart(world: World, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await world.server.stop(signal)
  world.server = await world.start()
  world.connection.moveTo(world.server.url)
}

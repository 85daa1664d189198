import { runExclusive } from '../../../platform/run-exclusive.ts'

/**
 * Holds the turns of all the names during the work. Whoever wants several of them queues for all at the same moment,
 * so two who want the same ones never wait for each other.
 */
export async function inAllTurns<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  let release = () => {}
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  const turns = names.map(
    (name) =>
      new Promise<void>((come) => {
        void runExclusive(name, () => {
          come()
          return done
        })
      }),
  )
  try {
    await Promise.all(turns)
    return await work()
  } finally {
    release()
  }
}

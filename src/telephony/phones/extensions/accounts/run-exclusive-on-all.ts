import { runExclusive } from '../../../../platform/concurrency/run-exclusive.ts'

/** Holds the mutexes of all names during the work. All are requested at the same moment, which prevents deadlocks. */
export async function runExclusiveOnAll<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
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

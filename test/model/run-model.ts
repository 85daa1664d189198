import { compareEverything, compareQueues, compareSample, compareSomeQueues } from './compare-everything.ts'
import { compareInitialData } from './compare-user.ts'
import { restart, type World } from './model-world.ts'
import { closeWorld, openWorld, type WorldOptions } from './open-world.ts'
import { randomStep, type StepChoice } from './random-step.ts'

export interface RunOptions extends WorldOptions, StepChoice {
  steps: number
  /** Ends with fewer steps after this time; without it, all are done. */
  budgetMs?: number
  /** Prints every step. */
  isVerbose?: boolean
}

export interface RunResult {
  steps: number
  questions: number
  milliseconds: number
}

/** So many steps between two comparisons. */
const STEPS_BETWEEN = 5
const LOG_SHOWN = 15

/** Random users act, and the server is compared with the model; throws where they differ. */
export async function runModel(options: RunOptions): Promise<RunResult> {
  return inWorld(options, async (world) => {
    const until = performance.now() + (options.budgetMs ?? Number.POSITIVE_INFINITY)
    for (let step = 1; step <= options.steps && performance.now() < until; step += 1) {
      note(world, `${step} ${await randomStep(world, options)}`, options.isVerbose)
      if (step % STEPS_BETWEEN === 0) await compareSample(world)
      if (step % (STEPS_BETWEEN * 4) === 0) await compareSomeQueues(world)
    }
    note(world, 'everything is compared', options.isVerbose)
    await compareEverything(world)
    if (!options.restarts) return
    await restart(world, 'SIGKILL')
    note(world, 'everything is compared after SIGKILL', options.isVerbose)
    if (options.isLong) await compareEverything(world)
    else for (const user of world.model.users) await compareInitialData(world, user)
    await compareSample(world)
    await compareQueues(world)
  })
}

/** Opens a world, does something in it, and says what happened where it fails. */
export async function inWorld(
  options: WorldOptions & { steps?: number },
  work: (world: World) => Promise<void>,
): Promise<RunResult> {
  const start = performance.now()
  const world = await openWorld(options)
  try {
    await work(world)
    const { log, questions } = world
    return { steps: log.length, questions, milliseconds: Math.round(performance.now() - start) }
  } catch (error) {
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const engine = options.place.databaseUrl ? 'postgres' : 'sqlite'
    const caches = options.tinyCaches ? ', tiny caches' : ''
    const last = world.log.slice(-LOG_SHOWN).join('\n  ')
    const text = error instanceof Error ? error.message : String(error)
    throw new Error(
      `seed ${options.seed} on ${engine}${caches}, after ${seconds} s:\n${text}\nthe last steps:\n  ${last}`,
      { cause: error },
    )
  } finally {
    await closeWorld(world)
  }
}

export function note(world: World, text: string, isVerbose = false): void {
  world.log.push(text)
  if (isVerbose) console.log(text)
}

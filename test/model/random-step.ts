import { concurrentSteps } from './concurrent-steps.ts'
import { messageSteps } from './message-steps.ts'
import type { World } from './model-world.ts'
import { readerSteps } from './reader-steps.ts'
import { restartSteps } from './restart-steps.ts'
import { streamSteps } from './stream-steps.ts'
import { turnoverSteps } from './turnover-steps.ts'
import { volumeSteps } from './volume-steps.ts'

/** Does one thing on the server and in the model, and says what. */
export type Step = (world: World) => Promise<string>

/** How often each comes, in relation to the others. */
export type WeightedSteps = readonly (readonly [weight: number, step: Step])[]

export interface StepChoice {
  /** SIGTERM and SIGKILL come in between */
  restarts: boolean
  /** thousands of messages at once */
  volume: boolean
  /** names of steps that are left out */
  skip: readonly string[]
}

export function randomStep(world: World, { restarts, volume, skip }: StepChoice): Promise<string> {
  const all = [
    ...messageSteps,
    ...readerSteps,
    ...streamSteps,
    ...turnoverSteps,
    ...concurrentSteps,
    ...(restarts ? restartSteps : []),
    ...(volume ? volumeSteps : []),
  ]
  return world.random.weighted(all.filter(([, step]) => !skip.includes(step.name)))(world)
}

import { concurrentSteps } from './concurrent-steps.ts'
import { messageSteps } from './message-steps.ts'
import { restart, type World } from './model-world.ts'
import { readerSteps } from './reader-steps.ts'

/** Does one thing on the server and in the model, and says what. */
export type Step = (world: World) => Promise<string>

/** How often each comes, in relation to the others. */
export type WeightedSteps = readonly (readonly [weight: number, step: Step])[]

const restarts: WeightedSteps = [
  [0.2, async (world) => restart(world, 'SIGTERM').then(() => 'restart after SIGTERM')],
  [0.2, async (world) => restart(world, 'SIGKILL').then(() => 'restart after SIGKILL')],
]

export interface StepChoice {
  restarts: boolean
}

export function randomStep(world: World, choice: StepChoice): Promise<string> {
  const all = [...messageSteps, ...readerSteps, ...concurrentSteps, ...(choice.restarts ? restarts : [])]
  return world.random.weighted(all)(world)
}

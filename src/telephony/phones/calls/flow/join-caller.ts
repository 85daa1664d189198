import type { CallStep, Leg } from './call-state.ts'

/** The caller is connected with somebody who has answered before. */
export const joinCaller = ({ id, target }: Leg): CallStep => ({
  state: { at: 'talking', leg: id },
  commands: [{ do: 'connect', leg: id }],
  called: [{ target, outcome: 'answered' }],
})

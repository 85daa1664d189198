import type { CallStep, Leg } from './call-state.ts'

/** Connects the caller with a phone that has already answered. */
export const joinCaller = ({ id, target }: Leg): CallStep => ({
  state: { at: 'talking', leg: id },
  commands: [{ do: 'connect', leg: id }],
  called: [{ target, outcome: 'answered' }],
})

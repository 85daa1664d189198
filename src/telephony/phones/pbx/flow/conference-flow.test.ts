import { expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import type { ConferencePlan } from './call-plan.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'

const plan: ConferencePlan = {
  ...{ kind: 'conference', companyId: 1, roomId: 'r', room: { domain: 'a.test', number: 6501 } },
  ...{ callerId: { name: 'Ada', number: '1001' }, needsPin: false, isModerator: false },
  ...{ waitsForModerator: true, endsWithModerator: true, music: 'jazz', language: 'fr', roomLanguage: 'de' },
  at: 1000,
}
const planned: CallInput = { kind: 'planned', plan }
const music = [{ do: 'playMusic', music: 'jazz' }]

/** The state after some inputs, and the commands of the last. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  for (const input of inputs) ({ state, commands } = stepCall(state, input))
  return { at: state.at, commands }
}

it('somebody without others in the room hears why, and then music', () => {
  const alone: CallInput = { kind: 'roomQuiet', isAlone: true }
  const words = (say: string) => [{ do: 'play', sound: { say, language: 'fr' } }]
  expect(resultOf(planned, alone).commands).toEqual(words('conference_alone'))
  expect(resultOf(planned, { ...alone, isAlone: false }).commands).toEqual(words('conference_waiting'))
  expect(resultOf(planned, alone, { kind: 'played' })).toEqual({ at: 'inRoom', commands: music })
  expect(resultOf(planned, alone, { kind: 'failed' })).toEqual({ at: 'inRoom', commands: music })
})

it('the words end when somebody comes, and no music follows', () => {
  const talks: CallInput[] = [planned, { kind: 'roomQuiet', isAlone: true }, { kind: 'roomTalks' }]
  expect(resultOf(...talks).commands).toEqual([{ do: 'stopPlaying' }])
  expect(resultOf(...talks, { kind: 'played' }).commands).toEqual([])
  expect(resultOf(planned, { kind: 'roomTalks' }).commands).toEqual([])
  // Without the room, there is nothing to wait for.
  expect(resultOf(planned, { kind: 'failed' }).at).toBe('ended')
})

it('the PIN of a room is asked for in its own words', () => {
  const asked = resultOf({ kind: 'planned', plan: { ...plan, needsPin: true } })
  expect(asked).toEqual({
    at: 'pin',
    commands: [{ do: 'play', sound: { say: 'conference_pin', language: 'fr' } }],
  })
})
